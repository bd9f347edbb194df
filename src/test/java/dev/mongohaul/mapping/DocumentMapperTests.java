package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.MalformedRecord;
import dev.mongohaul.mapping.origin.ImportOrigin;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class DocumentMapperTests {

    private static final GeneratedIds IDS = GeneratedIds.of(Instant.EPOCH, 1);
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void recordBecomesTheDocument(String name, JsonNode example) {
        Mapping mapping = Mapping.of(MappingYaml.spec(example), null);
        CsvRecord record = record(example);
        String expected =
                RawBsonDocument.parse(example.get("document").stringValue()).toJson(CANONICAL);

        MappedItem<RawBsonDocument> bytes = mapping.to(Rendering.BSON, IDS).map(record);
        MappedItem<Document> document = mapping.to(Rendering.DOCUMENT, IDS).map(record);

        assertThat(bytes).isInstanceOf(MappedDocument.class);
        assertThat(bytes.source()).isSameAs(record);
        assertThat(((MappedDocument<RawBsonDocument>) bytes).content().toJson(CANONICAL))
                .isEqualTo(expected);
        assertThat(((MappedDocument<Document>) document).content().toJson(CANONICAL, new DocumentCodec()))
                .isEqualTo(expected);
    }

    static Stream<Arguments> recordBecomesTheDocument() {
        return examples("document");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void recordBecomesTheReject(String name, JsonNode example) {
        CsvRecord record = record(example);
        JsonNode expected = example.get("reject");

        MappedItem<RawBsonDocument> item = Mapping.of(MappingYaml.spec(example), null)
                .to(Rendering.BSON, IDS)
                .map(record);

        assertThat(item)
                .isEqualTo(new UnmappedRecord<RawBsonDocument>(
                        record,
                        MappingStage.UNMAPPABLE,
                        expected.get("column").intValue(),
                        expected.get("name").stringValue(),
                        expected.has("value") ? expected.get("value").stringValue() : null,
                        expected.get("reason").stringValue()));
    }

    static Stream<Arguments> recordBecomesTheReject() {
        return examples("reject");
    }

    private static Stream<Arguments> examples(String outcome) {
        return MappingYaml.cases("documents.yaml").stream()
                .filter(example -> example.has(outcome))
                .map(example -> Arguments.of(example.get("name").stringValue(), example));
    }

    private static CsvRecord record(JsonNode example) {
        return CsvItems.record(MappingYaml.texts(example.get("record")).toArray(new String[0]));
    }

    @Test
    void malformedRecordIsARejectWithItsColumnName() {
        DocumentMapper<Document> mapper =
                Mapping.of(Specs.text("sku", "name"), null).to(Rendering.DOCUMENT, IDS);
        MalformedRecord malformed = CsvItems.malformed(2, "text after a closing quote");

        assertThat(mapper.map(malformed))
                .isEqualTo(new UnmappedRecord<Document>(
                        malformed, MappingStage.MALFORMED, 2, "name", null, "text after a closing quote"));
    }

    @Test
    void malformedRecordWithoutAHeaderColumnNamesNoColumn() {
        DocumentMapper<Document> mapper =
                Mapping.of(Specs.text("sku", "name"), null).to(Rendering.DOCUMENT, IDS);

        for (int column : List.of(0, 3)) {
            UnmappedRecord<Document> reject =
                    (UnmappedRecord<Document>) mapper.map(CsvItems.malformed(column, "3 cells, expected 2"));

            assertThat(reject.columnName()).isNull();
            assertThat(reject.column()).isEqualTo(column);
        }
    }

    @Test
    void rejectLeavesNoTraceInTheNextDocument() {
        DocumentMapper<RawBsonDocument> mapper =
                Mapping.of(Specs.fields(List.of("a.x", "n"), "n: int32"), null).to(Rendering.BSON, IDS);

        MappedItem<RawBsonDocument> first = mapper.map(CsvItems.record("1", "2"));
        MappedItem<RawBsonDocument> refused = mapper.map(CsvItems.record("lost", "x"));
        MappedItem<RawBsonDocument> second = mapper.map(CsvItems.record("3", "4"));

        assertThat(refused).isInstanceOf(UnmappedRecord.class);
        assertThat(Rendered.bytes(first)).isEqualTo(Rendered.parsed("{_id: 0, a: {x: '1'}, n: 2}", IDS.idOf(0)));
        assertThat(Rendered.bytes(second)).isEqualTo(Rendered.parsed("{_id: 0, a: {x: '3'}, n: 4}", IDS.idOf(0)));
    }

    /** A snapshot keeps the documents of rejected records, whose ids must be known. */
    @Test
    void idOfARecordThatBreaksARuleIsKnown() {
        Mapping mapping = Mapping.of(
                Specs.yaml("{columns: [n, s], id: [n, s], fields: {n: {type: int32, min: 5}, s: {default: x}}}"), null);
        CsvRecord record = CsvItems.record("1", "");

        assertThat(mapping.to(Rendering.BSON, null).map(record)).isInstanceOf(UnmappedRecord.class);
        MappedItem<RawBsonDocument> id = mapping.toIds(null, Instant.EPOCH, ImportOrigin.placeholder(List.of("-")))
                .map(record);
        assertThat(((MappedDocument<RawBsonDocument>) id).content().toJson())
                .isEqualTo("{\"_id\": {\"n\": 1, \"s\": \"x\"}}");
    }

    @Test
    void giantCellAtFaultIsShortened() {
        DocumentMapper<Document> mapper =
                Mapping.of(Specs.fields(List.of("n"), "n: int32"), null).to(Rendering.DOCUMENT, IDS);

        UnmappedRecord<Document> reject =
                (UnmappedRecord<Document>) mapper.map(CsvItems.record("😀".repeat(1_000_000)));

        assertThat(reject.value()).isEqualTo("😀".repeat(100) + "…");
        assertThat(reject.reason()).hasSizeLessThan(400);
    }

    @Test
    void generatedIdFollowsTheRecordsOffset() {
        GeneratedIds ids = GeneratedIds.of(Instant.parse("2026-11-20T00:00:00Z"), 0x7_123456L);
        DocumentMapper<Document> mapper = Mapping.of(Specs.text("a"), null).to(Rendering.DOCUMENT, ids);

        MappedDocument<Document> document =
                (MappedDocument<Document>) mapper.map(CsvItems.at(GeneratedIds.OFFSET_LIMIT - 1, "x"));

        assertThat(document.content().get("_id")).isEqualTo(new ObjectId("6aff8d80123456ffffffffff"));
    }

    @Test
    void documentsHaveNoIdWithoutIdColumnsAndGeneratedIds() {
        Mapping mapping = Mapping.of(Specs.text("a"), null);

        assertThat(mapping.generatesIds()).isTrue();
        for (DocumentMapper<?> mapper :
                List.of(mapping.to(Rendering.BSON, null), mapping.to(Rendering.DOCUMENT, null))) {
            byte[] bytes = Rendered.bytes(mapper.map(CsvItems.record("1")));

            assertThat(new RawBsonDocument(bytes).toJson()).isEqualTo("{\"a\": \"1\"}");
        }
    }

    @Test
    void mappingWithIdColumnsNeedsNoGeneratedIds() {
        Mapping mapping = Mapping.of(Specs.text("a", "_id"), null);

        assertThat(mapping.generatesIds()).isFalse();
        assertThat(mapping.to(Rendering.BSON, null).map(CsvItems.record("1", "2")))
                .isInstanceOf(MappedDocument.class);
    }
}
