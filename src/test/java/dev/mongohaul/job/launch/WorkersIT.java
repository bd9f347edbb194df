package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CreateCollectionOptions;
import dev.mongohaul.architecture.StoredNames;
import dev.mongohaul.broker.EmbeddedBroker;
import dev.mongohaul.broker.QuickBroker;
import dev.mongohaul.csv.archive.Zips;
import dev.mongohaul.csv.source.remote.TestWebServer;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.each.FileByFile;
import dev.mongohaul.job.launch.each.FileResults;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.worker.Distribution;
import dev.mongohaul.job.worker.InputMap;
import dev.mongohaul.job.worker.WorkerThreads;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportFigures;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.SharedPartitions;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.repository.worker.WorkerStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports whose partitions several processes share; here, contexts of their own in one process. */
class WorkersIT {

    private static final int ROWS = 4000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String DATABASE = TestServer.database("workers");
    private static final String[] PROPERTIES = {
        "mongohaul.repository.checkpoint-interval=0s",
        "mongohaul.import.smallest-range=1B",
        "mongohaul.broker.ttl=3s",
        "mongohaul.import.ride-through=2s",
        "mongohaul.repository.lease=6s"
    };

    @TempDir
    private static Path brokerFolder;

    @TempDir
    private static Path webFolder;

    @TempDir
    private static Path copies;

    @TempDir
    private Path folder;

    private static TestWebServer web;

    private static EmbeddedBroker broker;
    /** Leaves all partitions to the workers. */
    private static Program manager;

    private static Program workingManager;
    private static Program other;
    private final List<WorkerThreads> workers = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        web = TestWebServer.start(webFolder);
        broker = QuickBroker.start("mongohaul.partitions", brokerFolder);
        manager = sharing("mongohaul.test.workers-only=true");
        workingManager = sharing();
        other = sharing(
                "mongohaul.import.remote.sources=" + web.url("/in/"),
                "mongohaul.import.remote.networks=127.0.0.0/8",
                "mongohaul.import.remote.copy-directory=" + copies);
    }

    private static Program sharing(String... properties) {
        return Program.sharing(
                DATABASE,
                broker.address(),
                Stream.of(PROPERTIES, properties).flatMap(Stream::of).toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        manager.database().drop();
        other.close();
        workingManager.close();
        manager.close();
        broker.close();
        web.close();
    }

    @AfterEach
    void end() {
        workers.forEach(WorkerThreads::close);
    }

    private WorkerThreads work(int threads) {
        WorkerThreads started = other.bean(Distribution.class).work(threads, InputMap.SAME, Map.of());
        workers.add(started);
        return started;
    }

    @Test
    void managerAloneImportsAllPartitions() {
        TestJob job = job("alone");

        Run run = workingManager.run(job.prepare("grid-size=2", "chunk-size=100"));

        assertComplete("alone", run);
        assertThat(manager.plan(run).partitions()).hasSizeGreaterThanOrEqualTo(8);
    }

    @Test
    void workersLoadTheCollectionThatReplacesTheTarget() {
        work(2);
        manager.collection("swapped").insertOne(new Document("old", true));
        TestJob job = TestJob.in(folder, "swapped", "write: {operation: swap}").input(Rows.csv(ROWS));

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=100"));

        assertComplete("swapped", run);
        assertThat(manager.database().listCollectionNames()).noneMatch(name -> name.startsWith("swapped__"));
    }

    @Test
    void workersImportAllPartitionsOfAManagerThatOnlyWatches() {
        work(3);
        TestJob job = job("watched");

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=100"));

        assertComplete("watched", run);
        assertThat(manager.plan(run).partitions())
                .allSatisfy(partition -> assertThat(partition.worker())
                        .isEqualTo(Lease.ofThisProcess().owner()));
        assertThat(steps(run)).hasSizeGreaterThanOrEqualTo(8);
    }

    @Test
    void workersImportTheFilesOfAnArchive() {
        work(2);
        Map<String, String> files = new TreeMap<>();
        for (int row = 0; row < ROWS; row += 1_000) {
            files.put(
                    "%04d.csv".formatted(row),
                    IntStream.range(row, row + 1_000)
                            .mapToObj(Rows::line)
                            .collect(Collectors.joining("", Rows.HEADER, "")));
        }
        TestJob job = TestJob.in(folder, "archive", "source: {files: 'in.zip!/*.csv'}")
                .input("in.zip", Zips.zip(files));

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=100"));

        assertComplete("archive", run);
        assertThat(steps(run)).hasSize(4);
    }

    @Test
    void workersFetchCopiesOfTheirOwn() throws IOException {
        web.put("/in/rows.csv", Rows.csv(ROWS).getBytes(StandardCharsets.UTF_8));
        TestJob job = TestJob.in(folder, "fetched", "source: {files: '%s'}".formatted(web.url("/in/rows.csv")));
        work(2);
        web.requests().clear();

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=100"));

        assertComplete("fetched", run);
        assertThat(web.requests().stream().filter(request -> !request.contains("bytes=0-0 ")))
                .as("the manager's copy, and that of the worker")
                .hasSize(2);
        await().atMost(PATIENCE).untilAsserted(() -> {
            try (Stream<Path> left = Files.list(copies)) {
                assertThat(left).isEmpty();
            }
        });
    }

    @Test
    void workerWithAnotherVersionOfARemoteFileIsUnfit() {
        byte[] content = Rows.csv(ROWS).getBytes(StandardCharsets.UTF_8);
        web.put("/in/changed.csv", content);
        TestJob job = TestJob.in(folder, "changed", "source: {files: '%s'}".formatted(web.url("/in/changed.csv")));
        ImportMonitor monitor = new ImportMonitor();
        CompletableFuture<LaunchResult> running = launch(job, monitor, "grid-size=2", "chunk-size=100");
        await().atMost(PATIENCE)
                .until(() -> manager.bean(ImportPlans.class).findByJob("changed").stream()
                        .anyMatch(plan -> plan.cut() != null));
        web.put("/in/changed.csv", content);
        try (WorkerThreads unfit = other.bean(Distribution.class).work(1, InputMap.SAME, Map.of())) {
            assertThat(unfit).isNotNull();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(manager.bean(WorkerStore.class).list())
                                    .singleElement()
                                    .satisfies(seen -> assertThat(seen.worker().unfit())
                                            .contains("differs on this machine in size, time")));
        }
        assertThat(manager.collection("changed").countDocuments()).isZero();
        monitor.requestStop();
        assertThat(run(running).ending()).isEqualTo(RunStatus.STOPPED);
    }

    @Test
    void workersImportEachFileBeforeItMoves() throws IOException {
        work(2);
        Files.createDirectories(folder.resolve("jobs"));
        Files.createDirectories(folder.resolve("in"));
        Files.writeString(folder.resolve("jobs/nightly.yml"), """
                source: {files: in/*.csv, each: file, after: {completed: done}}
                target: {collection: nightly}
                """);
        for (int file = 1; file <= 2; file++) {
            Path written = Files.writeString(folder.resolve("in/%d.csv".formatted(file)), Rows.csv(ROWS + file));
            Files.setLastModifiedTime(written, FileTime.from(Instant.now().minusSeconds(60)));
        }
        ImportProperties properties = manager.bean(ImportProperties.class);
        ImportJobs jobs = new ImportJobs(InputStream.nullInputStream(), properties, properties.inputRules(), folder);
        List<String> parameters = List.of("grid-size=2", "chunk-size=100");
        ImportRequest asked =
                ImportRequest.of(new JobFiles(folder.resolve("jobs"), folder), "nightly", parameters, false);
        ImportLauncher launcher = manager.bean(ImportLauncher.class);

        FileResults results = FileByFile.of(jobs, asked, null, Clock.systemUTC())
                .imports(launcher, (launch, monitor) -> launch.on(launcher), result -> {});

        assertThat(results.runs())
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED));
        assertThat(manager.collection("nightly").countDocuments()).isEqualTo(2 * ROWS + 3);
        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(folder.resolve("done/2.csv")).exists();
    }

    @Test
    void workersKnowTheOriginOfRecords() {
        work(2);
        TestJob job = TestJob.in(folder, "origins", """
                        fields:
                          path: { type: source, value: path }
                          line: { type: source, value: line }
                          import: { type: source, value: import }
                          at: { type: source, value: loaded-at }
                        """).input(Rows.csv(ROWS));

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=100"));

        Document origin = new Document("path", folder.resolve("input.csv").toString())
                .append("import", run.importNumber())
                .append("at", Date.from(manager.plan(run).created()));
        assertThat(manager.documents("origins"))
                .hasSize(ROWS)
                .allSatisfy(document -> assertThat(document).containsAllEntriesOf(origin))
                .extracting(document -> document.getLong("line"))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(2, ROWS + 1).boxed().toList());
    }

    @Test
    void figuresOfTheColumnsDoNotDependOnWhoImports() {
        Run alone = manager.run(job("figures-alone").prepare("grid-size=1"));
        work(2);

        Run shared = manager.run(job("figures-shared").prepare("chunk-size=100"));

        assertThat(figures(shared).columns()).isEqualTo(figures(alone).columns());
        assertThat(figures(shared).read()).isEqualTo(figures(alone).read());
    }

    private static ImportFigures figures(Run run) {
        return manager.bean(ImportPlans.class)
                .figures()
                .find(manager.plan(run).key())
                .orElseThrow();
    }

    @Test
    void workersAndManagerShareTheImport() {
        work(2);
        TestJob job = job("shared");

        Run run;
        try (FailPoint slow = slow("shared", 20)) {
            assertThat(slow).isNotNull();
            run = workingManager.run(job.prepare("grid-size=4", "chunk-size=50"));
        }

        assertComplete("shared", run);
    }

    @Test
    void workerDoesNotCompareACollectionWithACollation() {
        work(1);
        manager.database()
                .createCollection(
                        "collated",
                        new CreateCollectionOptions()
                                .collation(Collation.builder()
                                        .locale("en")
                                        .collationStrength(CollationStrength.SECONDARY)
                                        .build()));
        TestJob job = TestJob.in(folder, "collated", "write: {operation: upsert, match: [n], keys: unique}")
                .input(Rows.csv(200));

        long reads = FailPoint.on("find")
                .namespace(DATABASE + ".collated")
                .block(Duration.ofMillis(1))
                .during(TestServer.client(), () -> {
                    Run run = manager.run(job.prepare());

                    assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(200, 200, 0, 0, 0));
                });

        assertThat(reads).as("for the type of the key, by the manager").isEqualTo(1);
    }

    @Test
    void idsThatWorkersSeeBelongToTheSnapshot() {
        work(2);
        manager.collection("whole")
                .insertMany(IntStream.range(0, 2100)
                        .mapToObj(id -> new Document("_id", id).append("text", "old"))
                        .toList());
        TestJob job = TestJob.in(
                        folder,
                        "whole",
                        "target: {collection: whole, id: [id]}",
                        "fields: {id: {type: int32, to: _id}}",
                        "write: {operation: snapshot, keys: unique}")
                .input(IntStream.range(100, 2100)
                        .mapToObj(id -> id + ",new\n")
                        .collect(Collectors.joining("", "id,text\n", "")));

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=50"));

        assertThat(manager.plan(run).deletions()).as(run.reason()).isEqualTo(new Deletions(2100, 100, 0, 0, 0, 0));
        assertThat(manager.documents("whole"))
                .hasSize(2000)
                .allSatisfy(document -> assertThat(document).containsEntry("text", "new"));
    }

    @Test
    void rejectsOfWorkersBelongToTheImport() {
        work(2);
        TestJob job = TestJob.in(folder, "rejecting", "rejects: {limit: unlimited}")
                .input(Rows.csv(2000) + "51,\"never\" closed\n" + Rows.csv(2000).substring(Rows.HEADER.length()));

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=50"));

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(manager.plan(run).counts()).isEqualTo(new Counts(4001, 4000, 0, 1, 0));
        assertThat(run.counts()).isEqualTo(new Counts(4001, 4000, 0, 1, 0));
    }

    @Test
    void limitOfRejectsEndsTheWorkOfAll() {
        work(2);
        TestJob job = TestJob.in(folder, "limited", "rejects: {limit: 3}", "fields: {n: int32}")
                .input("n\n" + "xxxxxxxxxx\n".repeat(ROWS));

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=5"));

        assertThat(run.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(run.reason()).startsWith("The reject limit 3 is exceeded: ");
    }

    @Test
    void stoppedImportResumesElsewhere() {
        WorkerThreads first = work(2);
        TestJob job = job("stopped");
        ImportMonitor monitor = new ImportMonitor();
        Run stopped;
        try (FailPoint slow = slow("stopped", 200)) {
            assertThat(slow).isNotNull();
            CompletableFuture<LaunchResult> running = launch(job, monitor, "grid-size=2", "chunk-size=20");
            await().atMost(PATIENCE).until(() -> monitor.counts().read() > 100);
            assertThat(manager.bean(ImportPlans.class).sharedPartitions())
                    .contains(new SharedPartitions("stopped", "running", 2));
            monitor.requestStop();
            stopped = run(running);
        }
        assertThat(manager.bean(ImportPlans.class).sharedPartitions()).isEmpty();
        assertThat(stopped.ending()).isEqualTo(RunStatus.STOPPED);
        first.close();
        Document ofImport = new Document("_id.run", stopped.id());
        StoredNames.checkDocuments("mongohaul_partition_sums", stored("mongohaul_partition_sums", ofImport));

        Run resumed = workingManager.run(job.prepare("grid-size=2"));

        assertThat(stored("mongohaul_partition_sums", ofImport)).isEmpty();
        assertThat(stored("mongohaul_partition_sums", new Document("_id.run", resumed.id())))
                .as("of an import that has ended")
                .isEmpty();

        Run counted = manager.bean(Runs.class).find(stopped.id()).orElseThrow();
        assertThat(counted.counts().plus(resumed.counts())).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        // A worker that was evicted saves its step once more.
        manager.database()
                .getCollection("BATCH_STEP_EXECUTION")
                .updateMany(
                        new Document("jobExecutionId", stopped.id()),
                        new Document("$inc", new Document("readCount", 7L)));
        assertThat(manager.bean(Runs.class).find(stopped.id()).orElseThrow().counts())
                .isEqualTo(counted.counts());
        assertThat(manager.plan(resumed).counts()).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        assertThat(Rows.withoutIds(manager.documents("stopped"))).isEqualTo(Rows.documents(ROWS));
    }

    @Test
    void workerThatEndsGivesItsPartitionsBack() {
        WorkerThreads first = work(2);
        TestJob job = job("moved");
        ImportMonitor monitor = new ImportMonitor();
        CompletableFuture<LaunchResult> running;
        try (FailPoint slow = slow("moved", 100)) {
            assertThat(slow).isNotNull();
            running = launch(job, monitor, "grid-size=2", "chunk-size=50");
            await().atMost(PATIENCE).until(() -> monitor.counts().read() > 100);
            first.close();
        }
        work(2);

        assertComplete("moved", run(running));
    }

    /** Files of the same size and time, which differ in one byte. */
    @Test
    void workerWithAnotherCopyOfTheFileIsUnfit() throws IOException {
        TestJob job = job("copied");
        Path input = folder.resolve("input.csv");
        Path copy = Files.createDirectory(folder.resolve("copy")).resolve("input.csv");
        byte[] content = Files.readAllBytes(input);
        content[content.length / 2] = 'X';
        Files.write(copy, content);
        Files.setLastModifiedTime(copy, Files.getLastModifiedTime(input));
        CompletableFuture<LaunchResult> running = launch(job, new ImportMonitor(), "grid-size=2", "chunk-size=100");
        try (WorkerThreads unfit = other.bean(Distribution.class)
                .work(1, new InputMap(Map.of(folder.toString(), copy.getParent().toString())), Map.of())) {
            assertThat(unfit).isNotNull();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(manager.bean(WorkerStore.class).list())
                                    .singleElement()
                                    .satisfies(seen -> assertThat(seen.worker().unfit())
                                            .startsWith(copy + " was written to, or replaced")));
        }
        assertThat(manager.collection("copied").countDocuments()).isZero();

        work(1);

        assertComplete("copied", run(running));
    }

    /** The companions lie beside the manager's file only. */
    @Test
    void workersAddToTheControlSumOfTheManager() throws IOException {
        String trailer = "T,%d,%d\n".formatted(ROWS, (long) ROWS * (ROWS - 1) / 2);
        TestJob job = TestJob.in(
                        folder,
                        "summed",
                        "source: {files: input.csv, expect: {marker: '{file}.done', trailer: {pattern: 'T,(\\d+),(\\d+)',"
                                + " records: 1, sum: {column: n, group: 2}}}}")
                .input(Rows.csv(ROWS) + trailer)
                .input("input.csv.done", new byte[0]);
        Path copy = Files.createDirectory(folder.resolve("copy"));
        Files.copy(folder.resolve("input.csv"), copy.resolve("input.csv"), StandardCopyOption.COPY_ATTRIBUTES);
        workers.add(other.bean(Distribution.class)
                .work(2, new InputMap(Map.of(folder.toString(), copy.toString())), Map.of()));

        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=100"));

        assertComplete("summed", run);
    }

    /** Without them, a partition could name any file of the worker's machine. */
    @Test
    void workerWithoutChecksumsIsUnfit() {
        TestJob job = job("unknown");
        ImportMonitor monitor = new ImportMonitor();
        CompletableFuture<LaunchResult> running = launch(job, monitor, "grid-size=2", "chunk-size=20");
        MongoCollection<Document> sums = manager.collection("mongohaul_partition_sums");
        await().atMost(PATIENCE)
                .until(() -> !manager.bean(ImportPlans.class).sharedPartitions().isEmpty());
        sums.deleteMany(new Document());

        work(1);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(manager.bean(WorkerStore.class).list())
                                .extracting(seen -> seen.worker().unfit())
                                .containsExactly(
                                        folder.resolve("input.csv")
                                                + ": the import has no checksums of the blocks to read, so that another file could be read in its place"));
        monitor.requestStop();
        assertThat(run(running).ending()).isEqualTo(RunStatus.STOPPED);
        assertThat(manager.collection("unknown").countDocuments()).isZero();
    }

    @Test
    void workerWithoutTheFileIsUnfit() {
        TestJob job = job("missing");
        workers.add(
                other.bean(Distribution.class).work(2, new InputMap(Map.of(folder.toString(), "/nowhere")), Map.of()));

        CompletableFuture<LaunchResult> running;
        try (FailPoint slow = slow("missing", 200)) {
            assertThat(slow).isNotNull();
            running = CompletableFuture.supplyAsync(
                    () -> workingManager.launch(job.prepare("grid-size=2", "chunk-size=100"), new ImportMonitor()));
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(manager.bean(WorkerStore.class).list())
                                    .extracting(seen -> seen.worker().unfit())
                                    .containsExactly("/nowhere/input.csv: no such file"));
        }

        assertComplete("missing", run(running));
    }

    @Test
    void storedFieldsAreUnchanged() {
        work(1);
        TestJob job = job("names");
        Run run = manager.run(job.prepare("grid-size=2", "chunk-size=100"));

        Document ofRun = new Document("_id.run", run.id());
        StoredNames.checkDocuments("mongohaul_partitions of workers", stored("mongohaul_partitions", ofRun));
        StoredNames.checkDocuments("mongohaul_workers", stored("mongohaul_workers", new Document("unfit", null)));
    }

    private static List<BsonDocument> stored(String collection, Document filter) {
        return manager.database()
                .getCollection(collection, BsonDocument.class)
                .find(filter)
                .into(new ArrayList<>());
    }

    private static FailPoint slow(String collection, int millis) {
        return FailPoint.on("insert")
                .block(Duration.ofMillis(millis))
                .namespace(DATABASE + "." + collection)
                .enable(TestServer.client());
    }

    private static CompletableFuture<LaunchResult> launch(TestJob job, ImportMonitor monitor, String... parameters) {
        return CompletableFuture.supplyAsync(() -> manager.launch(job.prepare(parameters), monitor));
    }

    private static Run run(CompletableFuture<LaunchResult> running) {
        return manager.bean(Runs.class).find(running.join().jobExecutionId()).orElseThrow();
    }

    private TestJob job(String name) {
        return TestJob.in(folder, name).input(Rows.csv(ROWS));
    }

    private static Set<String> steps(Run run) {
        return manager
                .collection("BATCH_STEP_EXECUTION")
                .find(new Document("jobExecutionId", run.id()))
                .into(new ArrayList<>())
                .stream()
                .map(step -> step.getString("name"))
                .filter(name -> name.startsWith("import:"))
                .collect(Collectors.toSet());
    }

    private static void assertComplete(String name, Run run) {
        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(manager.plan(run).counts()).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        assertThat(run.counts()).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        assertThat(Rows.withoutIds(manager.documents(name))).isEqualTo(Rows.documents(ROWS));
    }
}
