package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoWriteException;
import com.mongodb.client.model.Filters;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.writer.WriterType;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Validators that are derived from jobs, which the server enforces. */
class ValidatorIT {

    private static final String FIELDS = """
            unlisted: keep
            fields:
              key: uuid
              any: auto
              name: string
              small: int32
              large: int64
              share: double
              price: decimal
              active: boolean
              seen: instant
              born: { type: date, pattern: yyyy-MM-dd }
              owner: objectid
              photo: binary
              sizes: { type: array, of: int32, separator: ";" }
              mixed: { type: array, of: auto, separator: ";" }
              extra: json
              address.city: { type: string, nulls: [] }
              address.zip: int32
              shop: { type: constant, value: Oslo }
              version: { type: constant, value: 3 }
              total: { type: constant, value: 30000000000 }
              rate: { type: constant, value: 2.5 }
              live: { type: constant, value: true }
            """;

    private static final String ROWS = """
            key,any,name,small,large,share,price,active,seen,born,owner,photo,sizes,mixed,extra,address.city,address.zip,other
            00112233-4455-6677-8899-aabbccddeeff,007,a,1,2,1.5,9.99,true,2026-11-24T00:00:00Z,2026-11-24,507f1f77bcf86cd799439011,3q2+7w==,1;2,a;1;2.5;30000000000,"{""a"": null}",Oslo,150,x
            00112233-4455-6677-8899-aabbccddee00,7,a,1,2,1.5,9.99,true,2026-11-24T00:00:00Z,2026-11-24,507f1f77bcf86cd799439011,3q2+7w==,1;2,a;1;2.5;30000000000,null,Oslo,150,x
            00112233-4455-6677-8899-aabbccddee01,7.5,,,,,,,,,,,,,,Oslo,,
            00112233-4455-6677-8899-aabbccddee02,30000000000,,,,,,,,,,,,,,,,
            """;

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    static Stream<WriterType> writers() {
        return WriterType.ALL.stream();
    }

    /** Returns each writer with one way to store blanks, and the first with all. */
    static Stream<Arguments> writersAndBlanks() {
        List<String> blanks = List.of("omit", "store-null", "text");
        List<WriterType> writers = WriterType.ALL;
        return Stream.concat(
                blanks.stream().skip(1).map(way -> Arguments.of(writers.get(0), way)),
                IntStream.range(0, writers.size())
                        .mapToObj(index -> Arguments.of(writers.get(index), blanks.get(index % blanks.size()))));
    }

    private static String target(String name, String id) {
        return "target: {collection: %s, id: %s, validator: derive}".formatted(name, id);
    }

    @ParameterizedTest
    @MethodSource("writersAndBlanks")
    void documentsOfTheJobConform(WriterType writer, String blanks) {
        String name = "all-" + blanks + "-" + writer;
        TestJob job = TestJob.in(folder, name, target(name, "[key]"), "blanks: " + blanks, FIELDS)
                .input(ROWS);

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(4, 4, 0, 0, 0));
        assertThat(validatorOf(name)).containsKey("$jsonSchema");
    }

    @Test
    void fieldsWithADotInTheirNameAreNotValidated() {
        TestJob job = TestJob.in(
                        folder,
                        "dotted",
                        target("dotted", "[id]"),
                        "fields: {id: int32, sales: {to: [U.S. Sales], type: int32, required: true}, n: int32}",
                        "unlisted: drop")
                .input("id,sales,n\n1,10,5\n2,20,6\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(2, 2, 0, 0, 0));
        assertThat(program.documents("dotted"))
                .extracting(document -> document.get("U.S. Sales"))
                .containsExactly(10, 20);
        assertThatThrownBy(() -> program.collection("dotted")
                        .insertOne(new Document("_id", 3).append("id", 3).append("n", "text")))
                .hasMessageContaining("failed validation");
    }

    @Test
    void upsertsConform() {
        TestJob job = TestJob.in(
                        folder, "upserts", target("upserts", "[]"), "write: {operation: merge, match: [key]}", FIELDS)
                .input(ROWS);

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(4, 4, 0, 0, 0));
    }

    @Test
    void eachMutatedDocumentIsRefused() {
        TestJob job = TestJob.in(folder, "mutated", target("mutated", "[key]"), FIELDS)
                .input(ROWS);
        program.run(job.prepare());
        Document sound = program.documents("mutated").stream()
                .filter(each -> each.containsKey("price"))
                .findFirst()
                .orElseThrow();

        for (String field : sound.keySet()) {
            if (!field.equals("extra")) {
                assertRefused(with(sound, field, new Document("no", "value of any type")));
            }
        }
        assertRefused(with(sound, "small", 1L));
        assertRefused(with(sound, "large", 1));
        assertRefused(with(sound, "price", 9.99));
        assertRefused(with(sound, "any", true));
        assertRefused(with(sound, "sizes", List.of(1, "2")));
        assertRefused(with(sound, "address", new Document("city", 5)));
        assertRefused(with(sound, "address", new Document("zip", 150)));
        assertRefused(with(sound, "name", null));
        for (String field : List.of("key", "address", "shop", "version", "total", "rate", "live")) {
            Document mutated = new Document(sound);
            mutated.remove(field);
            assertRefused(mutated);
        }
        for (String field : List.of("any", "name", "small", "price", "sizes", "extra", "other")) {
            Document smaller = with(sound, "_id", other());
            smaller.remove(field);
            program.collection("mutated").insertOne(smaller);
        }
        program.collection("mutated").insertOne(with(sound, "_id", other()).append("further", 1));
    }

    private static Object other() {
        return java.util.UUID.randomUUID();
    }

    private static Document with(Document sound, String field, Object value) {
        Document mutated = new Document(sound).append("_id", other());
        mutated.put(field, value);
        return mutated;
    }

    private static void assertRefused(Document document) {
        assertThatThrownBy(() -> program.collection("mutated").insertOne(document))
                .as(document.toJson())
                .isInstanceOf(MongoWriteException.class)
                .hasMessageContaining("Document failed validation");
    }

    @Test
    void shortRecordsConform() {
        TestJob job = TestJob.in(
                        folder,
                        "short",
                        "source: {files: input.csv, ragged: lenient}",
                        target("short", "[]"),
                        "nulls: []",
                        "fields: {a: string, b: int32}")
                .input("a,b\n,1\nx\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(2, 2, 0L, 0, 0, 0, new CellCounts(0, 1)));
    }

    @Test
    void columnThatTheJobDoesNotNameMayBeMissingLater() {
        String settings = "blanks: text";
        String fields = "unlisted: keep\nfields: {n: int32}";
        TestJob job = TestJob.in(folder, "unnamed", target("unnamed", "[n]"), settings, fields)
                .input("n,other\n1,x\n");
        program.run(job.prepare());
        ImportJob later = TestJob.in(folder, "unnamed-later", target("unnamed", "[n]"), settings, fields)
                .input("n\n2\n")
                .prepare();

        Run run = program.run(later);

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(1, 1, 0, 0, 0));
    }

    @Test
    void existingCollectionKeepsItsOptions() {
        program.database().createCollection("existing");
        TestJob job = TestJob.in(folder, "existing", target("existing", "[key]"), FIELDS)
                .input(ROWS);

        program.run(job.prepare());

        assertThat(options("existing")).doesNotContainKey("validator");
    }

    @Test
    void collectionHasNoValidatorUnlessTheJobAsksForIt() {
        TestJob job = TestJob.in(folder, "usual", FIELDS).input(ROWS);

        program.run(job.prepare());

        assertThat(options("usual")).doesNotContainKey("validator");
    }

    @ParameterizedTest
    @MethodSource("writers")
    void rejectsNameTheProperties(WriterType writer) {
        String name = "named-" + writer;
        TestJob job = TestJob.in(folder, name, target(name, "[n]"), "fields: {n: int32, a.b: int32, c: string}")
                .input("n,a.b,c\n1,2,x\n");
        program.run(job.prepare("writer=" + writer));
        ImportJob later = TestJob.in(folder, name + "-later", target(name, "[n]"), "fields: {n: int64, a.b: string}")
                .input("n,a.b\n2,x\n")
                .prepare("writer=" + writer, "rejects.limit=1");

        Run run = program.run(later);

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(1, 0, 0, 1, 0));
        RejectReasons reasons = program.bean(RejectStore.class).reasons(run.importNumber(), run.id());
        assertThat(reasons.groups())
                .extracting(RejectGroup::reason)
                .containsExactly("Document failed validation: _id is of type long, not int; n is of type long, not int;"
                        + " a.b is of type string, not int");
    }

    private static Document validatorOf(String collection) {
        return options(collection).get("validator", Document.class);
    }

    private static Document options(String collection) {
        return program.database()
                .listCollections()
                .filter(Filters.eq("name", collection))
                .first()
                .get("options", Document.class);
    }
}
