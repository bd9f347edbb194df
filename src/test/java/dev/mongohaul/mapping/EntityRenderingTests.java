package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.entity.Shop;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.sample.Product;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.bson.RawBsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All writers store the same bytes of a record, with and without a class. */
class EntityRenderingTests {

    private static final GeneratedIds IDS = GeneratedIds.of(Instant.EPOCH, 1);

    /** The columns of each class as lines of a job file. */
    private static final Map<Class<?>, List<String>> COLUMNS = Map.of(
            Product.class,
            List.of(
                    "sku: string",
                    "name: string",
                    "category: string",
                    "price: decimal",
                    "attributes.color: string",
                    "attributes.size: int32",
                    "attributes.paid: decimal",
                    "attributes.box.width: double",
                    "attributes.since: date",
                    "createdAt: instant"),
            Shop.Article.class,
            List.of(
                    "name: string",
                    "price: decimal",
                    "count: int32",
                    "width: double",
                    "height: double",
                    "maker.country: string",
                    "maker.id: string",
                    "maker.rates.eur: decimal",
                    "maker.rates.usd: decimal",
                    "maker.founder.name: string",
                    "maker.founder.born: date",
                    "attributes.a: boolean",
                    "attributes.b.c: int64"),
            Shop.Sale.class,
            List.of(
                    "number: int32",
                    "shop: string",
                    "more.x: decimal",
                    "more.y: instant",
                    "at: instant",
                    "local: instant",
                    "old: date",
                    "day: date",
                    "amount: int64",
                    "total: decimal",
                    "paid: boolean",
                    "anything: decimal"),
            Shop.Customer.class,
            List.of("number: string", "name: string"));

    static LongStream seeds() {
        return TestSize.seeds("rendering", 200, 1, 2, 3);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void productsAreTheSameBytesInEveryRendering(long seed) {
        renderingsAgree(Product.class, seed, List.of());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void productsOfASkuAreTheSameBytesInEveryRendering(long seed) {
        renderingsAgree(Product.class, seed, List.of("sku"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void productsOfACompoundIdAreTheSameBytesInEveryRendering(long seed) {
        renderingsAgree(Product.class, seed, List.of("price", "sku", "createdAt"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void objectsWithSettersAreTheSameBytesInEveryRendering(long seed) {
        renderingsAgree(Shop.Article.class, seed, List.of());
        renderingsAgree(Shop.Article.class, seed, List.of("name"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void recordsWhoseIdIsAClassAreTheSameBytesInEveryRendering(long seed) {
        renderingsAgree(Shop.Sale.class, seed, List.of("number", "shop"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void objectsOfAConstructorAreTheSameBytesInEveryRendering(long seed) {
        renderingsAgree(Shop.Customer.class, seed, List.of("number"));
    }

    private static void renderingsAgree(Class<?> type, long seed, List<String> id) {
        List<String> fields = new ArrayList<>(COLUMNS.get(type));
        Collections.shuffle(fields, new Random(seed));
        List<String> columns = fields.stream()
                .map(field -> field.substring(0, field.indexOf(':')))
                .toList();
        MappingSpec plain = Specs.fields(columns, fields.toArray(new String[0]));
        MappingSpec spec =
                new MappingSpec(columns, plain.fields(), plain.unlisted(), plain.blanks(), plain.nulls(), Set.of(), id);
        renderingsAgree(EntityType.of(type), spec, seed);
    }

    private static <E> void renderingsAgree(EntityType<E> entity, MappingSpec spec, long seed) {
        Mapping mapping = Mapping.of(spec, entity);
        DocumentMapper<RawBsonDocument> toBson = mapping.to(Rendering.of(entity).asBytes(), IDS);
        DocumentMapper<E> toEntity = mapping.to(Rendering.of(entity), IDS);
        RandomMapping random = new RandomMapping(seed);
        int documents = 0;
        for (int number = 0; number < 300; number++) {
            CsvRecord record = random.record(spec);
            MappedItem<RawBsonDocument> bytes = toBson.map(record);
            MappedItem<E> object = toEntity.map(record);

            String where = entity + ", seed " + seed + ", record " + number + ", " + spec;
            if (bytes instanceof UnmappedRecord<RawBsonDocument> reject) {
                assertThat((Object) object).as(where).isEqualTo(reject);
            } else if (bytes instanceof FilteredRecord<RawBsonDocument> emptyRow) {
                assertThat((Object) object).as(where).isEqualTo(emptyRow);
            } else {
                documents++;
                assertThat(Rendered.written(entity, object)).as(where).isEqualTo(Rendered.bytes(bytes));
            }
        }
        assertThat(documents).as("documents of seed " + seed).isPositive();
    }
}
