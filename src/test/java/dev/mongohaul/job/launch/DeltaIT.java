package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStage;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with a column that selects the operation of each record. */
class DeltaIT {

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestServer.uri(), TestDatabases.take(), "mongohaul.import.smallest-range=1B");
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    private static void given(String collection, String... documents) {
        program.collection(collection)
                .insertMany(List.of(documents).stream().map(Document::parse).toList());
    }

    private TestJob job(String name, String write) {
        return TestJob.in(
                folder,
                name,
                "target: {collection: " + name + ", id: [sku]}",
                "fields: {sku: {to: _id}, price: int32}",
                "rejects: {limit: unlimited}",
                "write: {operation: {column: op, values: " + write + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk"})
    void columnSelectsTheOperationOfEachRecord(String writer) {
        String name = "delta-" + writer;
        given(name, "{_id: 'a', price: 1, old: 1}", "{_id: 'b', price: 2}");
        TestJob job = job(name, "{I: upsert, U: merge, D: delete}}")
                .input("op,sku,price\nU,a,5\nD,b,\nI,c,7\nX,d,1\nU,c,8\nD,a,\n,e,1\nI,a,9\nD,z,\n");

        Run run = program.run(job.prepare("writer=" + writer, "chunk-size=4"));

        assertThat(run.counts()).isEqualTo(new Counts(9, 6, 0, 2, 1));
        assertThat(program.documents(name))
                .containsExactly(Document.parse("{_id: 'a', price: 9}"), Document.parse("{_id: 'c', price: 8}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk"})
    void insertRejectsDuplicatesButNotEqualDocuments(String writer) {
        String name = "inserts-" + writer;
        given(name, "{_id: 'a', price: 1, old: 1}", "{_id: 'b', price: 2}", "{_id: 'c', price: 3}");
        TestJob job = job(name, "{I: insert, U: update, D: delete}}")
                .input("op,sku,price\nI,a,5\nI,b,2\nU,c,4\nI,c,9\nI,d,1\nU,d,2\nI,d,3\nD,a,\nI,a,7\n");

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.counts()).isEqualTo(new Counts(9, 5, 1, 3, 0));
        assertThat(program.documents(name))
                .containsExactly(
                        Document.parse("{_id: 'a', price: 7}"),
                        Document.parse("{_id: 'b', price: 2}"),
                        Document.parse("{_id: 'c', price: 4}"),
                        Document.parse("{_id: 'd', price: 2}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk"})
    void generatedIdInsertIsKeptBesideMatchedDocuments(String writer) {
        String name = "generated-" + writer;
        given(name, "{_id: 1, sku: 'a', price: 1}", "{_id: 2, sku: 'b', price: 2}");
        TestJob job = TestJob.in(
                        folder,
                        name,
                        "fields: {price: int32}",
                        "write: {operation: {column: op, values: {I: insert, U: update}}, match: [sku]}")
                .input("op,sku,price\nU,a,5\nI,c,7\nU,c,8\nI,a,9\nU,z,1\n");

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.counts()).isEqualTo(new Counts(5, 4, 0, 0, 1));
        assertThat(program.documents(name))
                .filteredOn(document -> document.get("_id") instanceof Integer)
                .containsExactly(
                        Document.parse("{_id: 1, sku: 'a', price: 5}"), Document.parse("{_id: 2, sku: 'b', price: 2}"));
        assertThat(Rows.withoutIds(program.documents(name)))
                .contains(Document.parse("{sku: 'c', price: 8}"), Document.parse("{sku: 'a', price: 9}"))
                .hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk"})
    void unmatchedRecordIsRejectedIfConfigured(String writer) {
        String name = "unmatched-" + writer;
        given(name, "{_id: 'a', price: 1}", "{_id: 'b', price: 2}");
        TestJob job = job(name, "{U: update, D: delete}}, unmatched: reject")
                .input("op,sku,price\nU,a,5\nU,x,1\nD,b,\nD,b,\nU,b,3\nD,y,\n");

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.counts()).isEqualTo(new Counts(6, 2, 0, 4, 0));
        assertThat(program.documents(name)).containsExactly(Document.parse("{_id: 'a', price: 5}"));
        assertThat(program.bean(RejectStore.class).stream(run.importNumber())
                        .map(reject ->
                                reject.reason().stage() + " " + reject.reason().text()))
                .contains("UNMATCHED there is no document to update with {\"_id\": \"x\"}")
                .contains("UNMATCHED there is no document to delete with {\"_id\": \"b\"}")
                .allMatch(text -> text.startsWith(RejectStage.UNMATCHED.name()));
    }

    @Test
    void recordsSentBeforeAFailureHaveTheSameOutcome() {
        StringBuilder csv = new StringBuilder("op,sku,price\n");
        for (int n = 0; n < 20; n++) {
            given("failing", "{_id: 's%02d', price: %d}".formatted(n, n % 2 == 0 ? n : -1));
            csv.append("I,s%02d,%d%n".formatted(n, n)).append("I,t%02d,%d%n".formatted(n, n));
            csv.append("U,t%02d,%d%n".formatted(n, n + 100)).append("D,s%02d,%n".formatted(n));
        }
        TestJob job = job("failing", "{I: insert, U: update, D: delete}}, unmatched: reject, ordered: true")
                .input(csv.toString());

        Run failed = failsAtTheNinthDelete(job);
        Run continued = program.run(job.prepare("chunk-size=3"));

        assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(continued.importNumber()).isEqualTo(failed.importNumber());
        assertThat(program.plan(continued).counts()).isEqualTo(new Counts(80, 60, 10, 10, 0));
        List<Document> expected = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            expected.add(new Document("_id", "t%02d".formatted(n)).append("price", n + 100));
        }
        assertThat(program.documents("failing")).isEqualTo(expected);
    }

    private static Run failsAtTheNinthDelete(TestJob job) {
        AtomicReference<Run> failed = new AtomicReference<>();
        FailPoint.on("delete")
                .errorCode(112)
                .namespace(program.database().getName() + ".failing")
                .afterFirst(8)
                .during(TestServer.client(), () -> failed.set(program.run(job.prepare("chunk-size=25"))));
        return failed.get();
    }

    @Test
    void uniqueKeysAllowParallelPartitions() {
        StringBuilder csv = new StringBuilder("op,sku,price\n");
        for (int n = 0; n < 300; n++) {
            given("unique", "{_id: 's%03d', price: 0, kept: 1}".formatted(n));
            csv.append("%s,s%03d,%d%n".formatted(n % 3 == 0 ? "D" : "U", n, n));
        }
        TestJob job = job("unique", "{U: update, D: delete}}, keys: unique").input(csv.toString());

        Run run = program.run(job.prepare("grid-size=3", "chunk-size=20"));

        assertThat(run.counts()).isEqualTo(new Counts(300, 300, 0, 0, 0));
        assertThat(program.plan(run).partitions()).hasSizeGreaterThan(1);
        assertThat(program.documents("unique"))
                .hasSize(200)
                .allSatisfy(document -> assertThat(document)
                        .containsEntry("kept", 1)
                        .containsEntry("_id", "s%03d".formatted(document.getInteger("price"))));
    }
}
