package dev.mongohaul.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportWatcher;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialImportsIT {

    private final String documents = TestServer.database("trial");
    private final String repository = TestServer.database("trial-repository");
    private final List<Long> completed = new ArrayList<>();
    private TrialImports trials;

    @TempDir
    private Path folder;

    @BeforeEach
    void connect() {
        MongoAddress address = MongoAddress.parse(TestServer.uri(), "the test server");
        trials = TrialImports.open(
                List.of(MongoConnection.open(address)), MongoConnection.open(address.withDatabase(repository)));
    }

    @AfterEach
    void dropDatabases() {
        trials.close();
        database(documents).drop();
        database(repository).drop();
    }

    @Test
    void documentsAndJobRepositoryAreInSeparateDatabases() {
        TrialResult result = run(job("target: {collection: job, id: [n]}"));

        assertThat(result).isEqualTo(new TrialResult(3, 3, 0, 0));
        assertThat(collection()).containsExactly(document(1), document(2), document(3));
        assertThat(database(documents).listCollectionNames()).containsExactly("job");
        assertThat(database(repository).listCollectionNames()).contains("BATCH_JOB_EXECUTION", "mongohaul_imports");
    }

    @Test
    void partitionsAreSpreadOverSeveralServers() {
        MongoAddress address = MongoAddress.parse(TestServer.uri(), "the test server");
        String other = documents + "_2";
        ImportJob job = TestJob.in(
                        folder,
                        "spread",
                        "target: {collection: job, indexes: [{keys: {n: 1}, unique: true}, {keys: {k: 1}}]}",
                        "partition: {grid-size: 3}")
                .input("n,k\n"
                        + IntStream.range(0, 1000).mapToObj(n -> n + ",x\n").collect(Collectors.joining()))
                .prepare();

        try (TrialImports spread = TrialImports.open(
                Stream.of(documents, other)
                        .map(name -> MongoConnection.open(address.withDatabase(name)))
                        .toList(),
                MongoConnection.open(address.withDatabase(repository)))) {
            assertThat(spread.run(job, ImportWatcher.NONE, stop -> {})).isEqualTo(new TrialResult(1000, 1000, 0, 0));
            List<Integer> first = numbers(documents);
            List<Integer> second = numbers(other);
            assertThat(second).as("the middle partition of three").hasSizeBetween(200, 450);
            int from = second.get(0);
            assertThat(second)
                    .isEqualTo(
                            IntStream.range(from, from + second.size()).boxed().toList());
            assertThat(Stream.concat(first.stream(), second.stream()).sorted())
                    .isEqualTo(IntStream.range(0, 1000).boxed().toList());
            assertThat(List.of(documents, other))
                    .allSatisfy(name -> assertThat(
                                    database(name).getCollection("job").listIndexes())
                            .extracting(index -> index.get("key", Document.class)
                                    .keySet()
                                    .iterator()
                                    .next())
                            .containsExactlyInAnyOrder("_id", "n", "k"));
        } finally {
            database(other).drop();
        }
    }

    @Test
    void watcherReceivesTheNumberOfCompletedRecords() {
        run(job("write: {chunk-size: 2}", "partition: {grid-size: 1}"));

        assertThat(completed).startsWith(0L, 2L, 3L).endsWith(-1L);
    }

    @Test
    void failureIsReportedWithItsReason() {
        ImportJob job = job("fields: {n: boolean}");

        assertThatThrownBy(() -> run(job))
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("reject");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "save", "save-all", "bulk", "raw", "reactive", "reactive-buffered"})
    void everyWriterInsertsWithoutConfirmation(String writer) {
        ImportJob job = job("target: {collection: job, id: [n]}", "write: {writer: " + writer + "}")
                .withoutConfirmation();

        assertThat(run(job).written()).isEqualTo(3);

        await().untilAsserted(() ->
                assertThat(collection()).containsExactlyInAnyOrder(document(1), document(2), document(3)));
    }

    @Test
    void updatesAreNotRunWithoutConfirmation() {
        ImportJob job = job("target: {collection: job, id: [n]}", "write: {operation: update}");

        assertThatThrownBy(job::withoutConfirmation)
                .hasMessage("only inserts are compared without confirmation, not [UPDATE]");
    }

    private ImportJob job(String... settings) {
        return TestJob.in(folder, "job", settings).input("n\n1\n2\n3\n").prepare("target.database=" + documents);
    }

    private TrialResult run(ImportJob job) {
        return trials.run(
                job,
                new ImportWatcher() {
                    @Override
                    public void begins() {
                        completed.clear();
                        completed.add(0L);
                    }

                    @Override
                    public void reached(long records) {
                        completed.add(records);
                    }

                    @Override
                    public void ends() {
                        completed.add(-1L);
                    }
                },
                stop -> {});
    }

    private static List<Integer> numbers(String database) {
        return database(database).getCollection("job").find().into(new ArrayList<>()).stream()
                .map(document -> Integer.valueOf(document.getString("n")))
                .sorted()
                .toList();
    }

    private Iterable<Document> collection() {
        return database(documents).getCollection("job").find();
    }

    private static MongoDatabase database(String name) {
        return TestServer.client().getDatabase(name);
    }

    private static Document document(int n) {
        return new Document("_id", String.valueOf(n)).append("n", String.valueOf(n));
    }
}
