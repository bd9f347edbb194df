package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.entity.Shop;
import dev.mongohaul.mapping.entity.Unfit;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.sample.Product;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityRecordTests {

    private static final GeneratedIds IDS = GeneratedIds.of(Instant.EPOCH, 1);
    private static final String HEX = "507f1f77bcf86cd799439011";

    @Test
    void recordBecomesTheObject() {
        EntityType<Product> product = EntityType.of(Product.class);
        MappingSpec spec = Specs.fields(
                List.of("createdAt", "attributes.color", "sku", "price"), "price: decimal", "createdAt: instant");

        MappedItem<Product> item = Mapping.of(spec, product)
                .to(Rendering.of(product), IDS)
                .map(CsvItems.record("2026-11-20T00:00:00Z", "red", "A-1", "12.50"));

        assertThat(((MappedDocument<Product>) item).content())
                .isEqualTo(new Product(
                        IDS.idOf(0),
                        "A-1",
                        null,
                        null,
                        new BigDecimal("12.50"),
                        Map.of("color", "red"),
                        Instant.parse("2026-11-20T00:00:00Z")));
    }

    @Test
    void localNumberBecomesThePropertyOfTheObject() {
        EntityType<Product> product = EntityType.of(Product.class);
        MappingSpec spec = Specs.fields(List.of("sku", "price"), "price: { type: decimal, locale: de, strip: [€] }");
        DocumentMapper<Product> mapper = Mapping.of(spec, product).to(Rendering.of(product), IDS);

        MappedItem<Product> item = mapper.map(CsvItems.record("A-1", "-1.234,50 €"));
        MappedItem<Product> zero = mapper.map(CsvItems.record("A-2", "-0,00"));
        MappedItem<Product> reject = mapper.map(CsvItems.record("A-3", "1.23"));

        assertThat(((MappedDocument<Product>) item).content().price()).isEqualTo(new BigDecimal("-1234.50"));
        assertThat(((MappedDocument<Product>) zero).content().price()).isEqualTo(new BigDecimal("0.00"));
        assertThat(((UnmappedRecord<Product>) reject).reason())
                .startsWith("\"1.23\" is not a decimal: a number such as -1234567,89");
    }

    @Test
    void documentHasTheNamesAndTheOrderOfTheProperties() {
        MappingSpec spec = Specs.fields(
                List.of("attributes.b", "maker.id", "height", "count", "name", "width", "attributes.a"),
                "height: double",
                "width: double",
                "count: int32");

        assertThat(json(Shop.Article.class, spec, "b", "m", "2", "3", "n", "1", "a"))
                .isEqualTo("{\"_id\": {\"$oid\": \"" + IDS.idOf(0) + "\"}, \"name\": \"n\", \"c\": 3,"
                        + " \"m\": {\"w\": 1.0, \"h\": 2.0}, \"maker\": {\"_id\": \"m\"},"
                        + " \"attributes\": {\"b\": \"b\", \"a\": \"a\"}}");
    }

    @Test
    void compoundIdHasTheNamesAndTheOrderOfItsClass() {
        MappingSpec spec = Specs.yaml("{columns: [number, shop], fields: {number: int32}, id: [number, shop]}");

        assertThat(json(Shop.Sale.class, spec, "7", "s"))
                .isEqualTo("{\"_id\": {\"s\": \"s\", \"number\": 7}, \"number\": 7, \"shop\": \"s\"}");
    }

    @Test
    void blankCellLeavesThePropertyUnset() {
        MappingSpec spec = Specs.fields(List.of("sku", "price", "attributes.color"), "price: decimal");

        assertThat(json(Product.class, spec, "A-1", "", ""))
                .isEqualTo("{\"_id\": {\"$oid\": \"" + IDS.idOf(0) + "\"}, \"sku\": \"A-1\"}");
    }

    @Test
    void idTextOfHexDigitsIsKeptUnderMongoId() {
        MappingSpec spec = Specs.yaml("{columns: [sku], id: [sku]}");

        assertThat(json(Product.class, spec, HEX)).isEqualTo("{\"_id\": \"" + HEX + "\", \"sku\": \"" + HEX + "\"}");
    }

    @Test
    void idTextOfHexDigitsBecomesAnObjectIdUnderId() {
        MappingSpec spec = Specs.yaml("{columns: [name, maker.id], id: [name]}");

        assertThat(json(Shop.Article.class, spec, HEX, HEX))
                .isEqualTo("{\"_id\": {\"$oid\": \"" + HEX + "\"}, \"name\": \"" + HEX
                        + "\", \"maker\": {\"_id\": {\"$oid\": \"" + HEX + "\"}}}");
    }

    @ParameterizedTest
    @CsvSource({"-0.00, 0.00", "-0, 0", "-0E+7000, 0E+6111", "-0.01, -0.01"})
    void negativeZeroLosesItsSignInABigDecimal(String cell, String stored) {
        MappingSpec spec =
                Specs.fields(List.of("price", "attributes.paid"), "price: decimal", "attributes.paid: decimal");

        RawBsonDocument document = RawBsonDocument.parse(json(Product.class, spec, cell, "-0"));

        assertThat(document.getDecimal128("price").getValue()).hasToString(stored);
        assertThat(document.getDocument("attributes").getDecimal128("paid").getValue())
                .hasToString("-0");
    }

    /** Returns the document that all renderings store. */
    private static <E> String json(Class<E> type, MappingSpec spec, String... cells) {
        EntityType<E> entity = EntityType.of(type);
        Mapping mapping = Mapping.of(spec, entity);
        CsvRecord record = CsvItems.record(cells);
        byte[] bytes =
                Rendered.bytes(mapping.to(Rendering.of(entity).asBytes(), IDS).map(record));
        assertThat(Rendered.written(
                        entity, mapping.to(Rendering.of(entity), IDS).map(record)))
                .isEqualTo(bytes);
        return new RawBsonDocument(bytes).toJson();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            size             | LARG  | "LARG" is not allowed (one-of): one of "SMALL", "LARGE"
            size             | large | "large" is not allowed (one-of): one of "SMALL", "LARGE"
            """)
    void everyRenderingRejectsACellThatIsNoConstant(String column, String cell, String reason) {
        EntityType<Shop.Article> entity = EntityType.of(Shop.Article.class);
        Mapping mapping = Mapping.of(Specs.text("name", column), entity);
        CsvRecord record = CsvItems.record("n", cell);

        for (DocumentMapper<?> mapper :
                List.of(mapping.to(Rendering.of(entity).asBytes(), IDS), mapping.to(Rendering.of(entity), IDS))) {
            assertThat((Object) mapper.map(record))
                    .isEqualTo(new UnmappedRecord<>(record, MappingStage.UNMAPPABLE, 2, column, cell, reason));
        }
    }

    @Test
    void recordThatTheClassRefusesIsAReject() {
        EntityType<Shop.Strict> entity = EntityType.of(Shop.Strict.class);
        Mapping mapping = Mapping.of(Specs.fields(List.of("price"), "price: decimal"), entity);
        DocumentMapper<Shop.Strict> mapper = mapping.to(Rendering.of(entity), IDS);

        UnmappedRecord<Shop.Strict> reject = (UnmappedRecord<Shop.Strict>) mapper.map(CsvItems.record("-1"));

        assertThat(reject.reason())
                .isEqualTo("the record cannot become a dev.mongohaul.mapping.entity.Shop$Strict: a price is never"
                        + " negative, unlike -1");
        assertThat(mapper.map(CsvItems.record("1"))).isInstanceOf(MappedDocument.class);
    }

    @Test
    void rejectOfAFailedConversionNamesTheField() {
        EntityType<Unfit.Types> entity = EntityType.of(Unfit.Types.class);
        Mapping mapping = Mapping.of(Specs.text("attributes.a", "currency"), entity);

        UnmappedRecord<Unfit.Types> reject = (UnmappedRecord<Unfit.Types>)
                mapping.to(Rendering.of(entity), IDS).map(CsvItems.record("x", "EURO"));

        assertThat(reject.stage()).isEqualTo(MappingStage.UNMAPPABLE);
        assertThat(reject.reason()).startsWith("\"EURO\" of the field \"currency\" cannot become a java.util.Currency");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            price      | string  | 1.5        | is string by the job, but T stores it as decimal: list its column
            count      | int64   | 1          | is int64 by the job, but T stores it as int32: list its column
            total      | int32   | 1          | is int32 by the job, but T stores it as int64: list its column
            paid       | string  | true       | is string by the job, but T stores it as boolean: list its column
            day        | instant | 2026-11-20T01:00:00Z | stores another value for it: give the property a class
            """)
    void fieldThatTheClassStoresAsAnotherValueIsReported(String column, String type, String cell, String reason) {
        EntityType<Unfit.Types> entity = EntityType.of(Unfit.Types.class);
        DocumentMapper<Document> mapper = Mapping.of(Specs.fields(List.of(column), column + ": " + type), entity)
                .to(Rendering.DOCUMENT, IDS);

        Document document = ((MappedDocument<Document>) mapper.map(CsvItems.record(cell))).content();

        assertThat(entity.changes(document))
                .singleElement(STRING)
                .startsWith("\"" + column + "\" is ")
                .contains(reason.replace(" T ", " " + Unfit.Types.class.getName() + " "));
    }

    @Test
    void generatedIdsAreTheSameInAnIdOfText() {
        EntityType<Shop.Article> entity = EntityType.of(Shop.Article.class);
        MappedItem<Shop.Article> item = Mapping.of(Specs.text("name"), entity)
                .to(Rendering.of(entity), IDS)
                .map(CsvItems.record("n"));

        assertThat(((MappedDocument<Shop.Article>) item).content().getId())
                .isEqualTo(IDS.idOf(0).toHexString());
    }

    @Test
    void withoutGeneratedIdsTheIdIsNotSet() {
        EntityType<Product> product = EntityType.of(Product.class);
        Mapping mapping = Mapping.of(Specs.text("sku"), product);

        MappedItem<Product> item = mapping.to(Rendering.of(product), null).map(CsvItems.record("A-1"));

        assertThat(mapping.generatesIds()).isTrue();
        assertThat(((MappedDocument<Product>) item).content().id()).isNull();
    }
}
