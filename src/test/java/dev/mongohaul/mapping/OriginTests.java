package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.repository.partition.ImportPartition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** Values of fields that say where a record comes from. */
class OriginTests {

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final Instant LOADED = Instant.parse("2026-11-20T02:30:00.123456789Z");

    private static final String[] FIELDS = {
        "file: { type: source, value: file }",
        "path: { type: source, value: path }",
        "line: { type: source, value: line }",
        "number: { to: load.number, type: source, value: import }",
        "at: { to: load.at, type: source, value: loaded-at }"
    };

    @TempDir
    private Path folder;

    /** Class with a property for each origin. */
    static class Loaded {

        ObjectId id;
        String name;
        String file;
        String path;
        Long line;
        Load load;
    }

    /** Nested values of the import. */
    static class Load {

        Instant at;
        Long number;
    }

    /** Class that cannot hold a line of 64 bits. */
    static class Narrow {

        ObjectId id;
        Integer line;
    }

    private List<MappedItem<?>> mapped(MappingSpec spec, EntityType<?> entity, Rendering<?> rendering)
            throws Exception {
        ImportJob job = TestJob.in(folder, "job", "source: {files: '*.csv', skip-lines: 1}")
                .input("a.csv", "above\nname\n\"two\nlines\"\nx\n".getBytes(StandardCharsets.UTF_8))
                .input("é.csv", "above\nname\n\ny\n".getBytes(StandardCharsets.UTF_8))
                .prepare();
        DocumentMapper<?> mapper = Mapping.of(spec, entity)
                .to(
                        rendering,
                        GeneratedIds.of(Instant.EPOCH, 1),
                        LOADED,
                        new ImportOrigin(job.addresses(), 42, LOADED));
        List<MappedItem<?>> mapped = new ArrayList<>();
        CsvItemReader reader =
                job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1));
        reader.open(new ExecutionContext());
        for (CsvItem item = reader.read(); item != null; item = reader.read()) {
            mapped.add(mapper.map(item));
        }
        reader.close();
        return mapped;
    }

    private static MappingSpec spec() {
        return Specs.fields(List.of("name"), FIELDS);
    }

    private String expected(String name, String file, int line) {
        return """
                {"name": "%s", "load": {"at": {"$date": "2026-11-20T02:30:00.123Z"}, "number": {"$numberLong": "42"}},
                 "file": "%s", "line": {"$numberLong": "%d"}, "path": "%s"}""".formatted(name, file, line, folder.resolve(file));
    }

    @Test
    void recordsHaveTheirOwnFileAndLine() throws Exception {
        List<MappedItem<?>> mapped = mapped(spec(), null, Rendering.BSON);

        assertThat(mapped)
                .map(OriginTests::withoutId)
                .containsExactly(
                        RawBsonDocument.parse(expected("two\\nlines", "a.csv", 3)),
                        RawBsonDocument.parse(expected("x", "a.csv", 5)),
                        RawBsonDocument.parse(expected("y", "é.csv", 4)));
    }

    private static RawBsonDocument withoutId(MappedItem<?> item) {
        BsonDocument document = ((RawBsonDocument) ((MappedDocument<?>) item).content()).decode(CODEC);
        document.remove("_id");
        return new RawBsonDocument(document, CODEC);
    }

    @Test
    void documentsAreTheSameBytes() throws Exception {
        assertThat(mapped(spec(), null, Rendering.DOCUMENT))
                .map(Rendered::bytes)
                .containsExactlyElementsOf(mapped(spec(), null, Rendering.BSON).stream()
                        .map(Rendered::bytes)
                        .toList());
    }

    @Test
    void objectsOfAClassAreTheSameBytes() throws Exception {
        EntityType<Loaded> entity = EntityType.of(Loaded.class);
        Rendering<Loaded> rendering = Rendering.of(entity);

        assertThat(mapped(spec(), entity, rendering))
                .map(item -> rendering.encode(entity.type().cast(((MappedDocument<?>) item).content())))
                .isEqualTo(mapped(spec(), entity, rendering.asBytes()).stream()
                        .map(item -> ((MappedDocument<?>) item).content())
                        .toList());
    }

    @Test
    void propertyThatStoresTheLineAsAnotherTypeIsReported() {
        MappingSpec spec = Specs.yaml("{columns: [name], unlisted: drop, fields: {line: {type: source, value: line}}}");
        EntityType<Narrow> entity = EntityType.of(Narrow.class);
        DocumentMapper<Document> mapper = Mapping.of(spec, entity).to(Rendering.DOCUMENT, null);

        MappedDocument<Document> item = (MappedDocument<Document>) mapper.map(CsvItems.record("x"));

        assertThat(entity.changes(item.content()))
                .containsExactly("\"line\" is int64 by the job, but " + Narrow.class.getName()
                        + " stores it as int32: list its column under fields with that type, or give the property"
                        + " another class");
    }

    @Test
    void idCanBeMadeOfFileAndLine() throws Exception {
        MappingSpec spec = Specs.yaml("""
                columns: [name]
                id: [file, line]
                fields:
                  file: { type: source, value: file }
                  line: { type: source, value: line }
                """);

        assertThat(mapped(spec, null, Rendering.BSON))
                .map(item -> ((RawBsonDocument) ((MappedDocument<?>) item).content()).getDocument("_id"))
                .containsExactly(
                        RawBsonDocument.parse("{file: 'a.csv', line: {$numberLong: '3'}}"),
                        RawBsonDocument.parse("{file: 'a.csv', line: {$numberLong: '5'}}"),
                        RawBsonDocument.parse("{file: 'é.csv', line: {$numberLong: '4'}}"));
    }

    @Test
    void validatorRequiresTheOrigins() {
        Document schema = Mapping.of(spec(), null).jsonSchema(true);

        assertThat(schema.getList("required", String.class)).contains("file", "path", "line", "load");
        assertThat(schema.toJson()).contains("\"line\": {\"bsonType\": \"long\"}", "\"at\": {\"bsonType\": \"date\"}");
    }

    @Test
    void originsAreNoColumnsOfTheFigures() {
        assertThat(Mapping.of(spec(), null).newCounter().blanks()).hasSize(1);
    }

    @Test
    void fieldsOfTheImportAreKnownByTheirStoredPlaces() {
        assertThat(Mapping.of(spec(), null).fieldsOfImport())
                .containsExactly(FieldPath.parse("load.at"), FieldPath.parse("load.number"));
        assertThat(Mapping.of(spec(), EntityType.of(Loaded.class)).fieldsOfImport())
                .containsExactlyInAnyOrder(FieldPath.parse("load.at"), FieldPath.parse("load.number"));
    }

    @Test
    void originIsPartOfTheMeaning() {
        assertThat(Mapping.of(Specs.fields(List.of("a"), "o: { type: source, value: file }"), null)
                        .canonicalText())
                .contains("field \"o\" to [\"o\"] source value \"file\"")
                .isNotEqualTo(Mapping.of(Specs.fields(List.of("a"), "o: { type: source, value: path }"), null)
                        .canonicalText());
    }
}
