package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that update or delete existing documents. */
class ChangeIT {

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

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk"})
    void updateSetsTheMappedFieldsAndKeepsAllOthers(String writer) {
        String name = "update-" + writer;
        program.collection(name)
                .insertMany(List.of(
                        Document.parse("{_id: 'a', price: 1, stock: {shop: 1, home: 2}, old: true}"),
                        Document.parse("{_id: 'b', price: 2, note: 'stays'}")));
        TestJob job = TestJob.in(
                folder,
                name,
                "target: {collection: " + name + ", id: [sku]}",
                "fields: {sku: {to: _id}, price: int32, stock.shop: int32, note: string}",
                "unlisted: drop",
                "write: {operation: update}");

        Run run = program.run(job.input("sku,price,stock.shop,note\na,2,,\nb,3,7,\nc,4,1,new\na,5,9,\n")
                .prepare("writer=" + writer));

        assertThat(run.counts()).isEqualTo(new Counts(4, 3, 0, 0, 1));
        assertThat(program.documents(name))
                .containsExactly(
                        Document.parse("{_id: 'a', price: 5, stock: {shop: 9, home: 2}, old: true}"),
                        Document.parse("{_id: 'b', price: 3, note: 'stays', stock: {shop: 7}}"));
    }

    @Test
    void equalDocumentsOfAMatchAreUnchanged() {
        TestJob job = TestJob.in(
                folder,
                "match",
                "fields: {sku: int32, price: int32}",
                "write: {operation: upsert, match: [sku], chunk-size: 10}");
        program.run(job.input(prices(sku -> 1)).prepare("grid-size=1"));

        // No document of the first chunks is unchanged.
        Run run = program.run(job.input(prices(sku -> sku < 20 ? 2 : 1)).prepare("grid-size=1"));

        assertThat(run.counts().written()).isEqualTo(20);
        assertThat(run.counts().unchanged()).isEqualTo(80);
    }

    private static String prices(IntUnaryOperator price) {
        return IntStream.range(0, 100)
                .mapToObj(sku -> sku + "," + price.applyAsInt(sku) + "\n")
                .collect(Collectors.joining("", "sku,price\n", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk"})
    void deleteRemovesMatchedDocuments(String writer) {
        String name = "delete-" + writer;
        program.collection(name)
                .insertMany(List.of(
                        Document.parse("{_id: 'a'}"), Document.parse("{_id: 'b'}"), Document.parse("{_id: 'c'}")));
        TestJob job = TestJob.in(
                        folder, name, "target: {collection: " + name + ", id: [sku]}", "write: {operation: delete}")
                .input("sku,why\na,sold\nx,\nc,\n");

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.counts()).isEqualTo(new Counts(3, 2, 0, 0, 1));
        assertThat(program.documents(name)).containsExactly(Document.parse("{_id: 'b'}"));
    }

    @Test
    void failedUpdateResumes() {
        List<Document> before = new ArrayList<>();
        StringBuilder csv = new StringBuilder("n,version\n");
        for (int n = 0; n < 20; n++) {
            before.add(new Document("_id", n).append("kept", n));
            csv.append(n).append(",1\n").append(n).append(",2\n");
        }
        program.collection("continued").insertMany(before);
        TestJob job = TestJob.in(
                        folder,
                        "continued",
                        "target: {collection: continued, id: [n]}",
                        "fields: {n: int32, version: int32}",
                        "write: {operation: update}")
                .input(csv.toString());

        Run failed = program.failAfterChunks(3, job.prepare("chunk-size=3"));
        Run continued = program.run(job.prepare("chunk-size=7"));

        assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(continued.importNumber()).isEqualTo(failed.importNumber());
        Counts counts = program.plan(continued).counts();
        assertThat(counts.read()).isEqualTo(40);
        assertThat(counts.written() + counts.unchanged())
                .as("an update that is sent again changes nothing")
                .isEqualTo(40);
        assertThat(program.documents("continued"))
                .hasSize(20)
                .allSatisfy(document -> assertThat(document)
                        .containsEntry("version", 2)
                        .containsEntry("kept", document.getInteger("_id")));
    }

    @Test
    void deleteByAnotherFieldRejectsABlankOne() {
        program.collection("by-field")
                .insertMany(List.of(Document.parse("{_id: 1, sku: 'a'}"), Document.parse("{_id: 2}")));
        TestJob job = TestJob.in(folder, "by-field", "rejects: {limit: 1}", "write: {operation: delete, match: [sku]}")
                .input("sku,n\n,1\na,2\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).isEqualTo(new Counts(2, 1, 0, 1, 0));
        assertThat(program.documents("by-field")).containsExactly(Document.parse("{_id: 2}"));
    }
}
