package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.broker.EmbeddedBroker;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.worker.Distribution;
import dev.mongohaul.job.worker.InputMap;
import dev.mongohaul.job.worker.WorkerThreads;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.JobHistory;
import dev.mongohaul.report.Reports;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.worker.StoredWorker;
import dev.mongohaul.repository.worker.WorkerStore;
import dev.mongohaul.text.ProgramVersion;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of workers, and of an import whose partitions they share. */
class WorkerPagesIT {

    private static final String DATABASE = TestServer.database("worker-pages");
    private static final String HOSTILE = "<script>alert(1)</script>\u202Eevil";
    private static final String ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;\\u202eevil";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private static Path folder;

    private static Dashboard dashboard;
    private static EmbeddedBroker broker;
    private static Program program;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectory(folder.resolve("jobs"));
        dashboard = Dashboard.start(DATABASE, folder);
        broker = EmbeddedBroker.start("127.0.0.1", 0, "mongohaul.partitions", folder.resolve("broker"), null);
        program = Program.sharing(
                DATABASE,
                broker.address(),
                "mongohaul.repository.checkpoint-interval=0s",
                "mongohaul.import.smallest-range=1B",
                "mongohaul.test.workers-only=true");
    }

    @AfterAll
    static void stop() {
        program.close();
        dashboard.close();
        broker.close();
    }

    @AfterEach
    void removeWorkers() {
        dashboard.database().getCollection("mongohaul_workers").deleteMany(new Document());
    }

    @Test
    void pageWithoutWorkersSaysHowToStartOne() throws Exception {
        assertThat(page("/workers"))
                .contains(
                        "No worker was seen within the last minute; 'mongohaul worker' starts one.",
                        "data-live=\"/workers\"",
                        "data-every=\"30\"",
                        "<a href=\"/workers\">Workers</a>")
                .doesNotContain("<table", "class=\"warning\"");
    }

    @Test
    void workersOfDifferentVersionsAndUnfitOnesAreAWarning() throws Exception {
        save("alpha", "9.1", 0, null);
        save("<b>beta", ProgramVersion.read(), 2, HOSTILE);

        String page = page("/workers");

        assertThat(page).contains(ESCAPED, "&lt;b&gt;beta", "data-every=\"2\"").doesNotContain("<script>", "\u202E");
        assertThat(text(page))
                .contains(
                        "Versions differ: " + ProgramVersion.read() + " and 9.1 of the workers, "
                                + ProgramVersion.read() + " of",
                        "1 of 2 workers is unfit for an import",
                        "alpha 4711 9.1 8 0",
                        "8 2 ")
                .containsPattern("alpha .* \\d s ago");
    }

    @Test
    void workersOfTheSameVersionAreNoWarning() throws Exception {
        save("alpha", ProgramVersion.read(), 0, null);
        save("beta", ProgramVersion.read(), 0, null);

        assertThat(page("/workers")).contains(">alpha<", ">beta<").doesNotContain("class=\"warning\"");
    }

    @Test
    void workerThatWasNotSeenForAMinuteIsNotShown() throws Exception {
        save("alpha", ProgramVersion.read(), 0, null);
        dashboard
                .database()
                .getCollection("mongohaul_workers")
                .updateOne(
                        new Document(),
                        new Document("$set", new Document("seen", Instant.now().minusSeconds(61))));

        assertThat(page("/workers")).contains("No worker was seen").doesNotContain("alpha");
        assertThat(dashboard.database().getCollection("mongohaul_workers").countDocuments())
                .as("a page removes nothing")
                .isEqualTo(1);
    }

    @Test
    void importShowsTheWorkOfItsWorkers() throws Exception {
        TestJob job = TestJob.in(folder, "shared").input("n\n" + DashboardJobs.numbers(4000));
        String path;
        Document ofRun;
        LaunchResult result;
        try (FailPoint slow = slow("shared")) {
            assertThat(slow).isNotNull();
            CompletableFuture<LaunchResult> running = CompletableFuture.supplyAsync(
                    () -> program.launch(job.prepare("grid-size=2", "chunk-size=100"), new ImportMonitor()));
            ImportSummary summary = shared("shared");
            path = path(summary);
            ofRun = new Document("_id.run", summary.times().runs().get(0));
            assertThat(text(page(path)))
                    .containsPattern("No worker has a partition; \\d+ partitions are waiting\\.")
                    .containsPattern("Workers .*\\d+ waiting, 0 running, 0 finished, 0 failed")
                    .doesNotContain("Partitions by worker");
            giveBack(ofRun);
            assertThat(page(path)).contains(ESCAPED, "&lt;b&gt;worker").doesNotContain("<script>", "\u202E");
            assertThat(text(page(path)))
                    .contains(
                            "Unfinished partitions that a worker gave back or lost",
                            "Takeovers, 1 in total",
                            "&lt;b&gt;former the time of the claim ended",
                            "The import fails after 5 attempts.");

            try (WorkerThreads threads = program.bean(Distribution.class).work(2, InputMap.SAME, Map.of())) {
                assertThat(threads).isNotNull();
                await().atMost(PATIENCE).until(() -> page(path).contains("<rect class=\"running\""));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(text(page(path)))
                                .containsPattern("[1-9]\\d* waiting, [12] running, [1-9]\\d* finished, 0 failed")
                                .contains("worker in work finished records bytes")
                                .containsPattern(worker() + " [12] [1-9]")
                                .doesNotContain("No worker has a partition"));
                result = running.join();
            }
        }

        assertThat(result).isNotNull();
        long partitions =
                program.database().getCollection("mongohaul_partitions").countDocuments(ofRun);
        String page = page(path);
        assertThat(text(page))
                .contains(
                        "Partitions by worker",
                        "worker finished records bytes",
                        worker() + " " + partitions + " 4,000 18,895",
                        "A partition counts for the worker that imported it last.");
        assertThat(page).doesNotContain("class=\"tiles\"", "gave back or lost", "class=\"warning\"", "data-live");
    }

    @Test
    void importThatWasNotSharedShowsNoWorkers() throws Exception {
        DashboardJobs jobs = new DashboardJobs(dashboard, folder);
        jobs.create("alone", "n", DashboardJobs.numbers(300));
        jobs.start("alone");

        assertThat(page("/imports/" + jobs.ended("alone").summary().importNumber()))
                .contains("id=\"workers\"")
                .doesNotContain(">Workers</h2>", "Partitions by worker");
    }

    private static void save(String host, String version, int partitions, @Nullable String unfit) {
        dashboard
                .bean(WorkerStore.class)
                .save(new StoredWorker(host, host, 4711, version, 8, Instant.now(), null, partitions, unfit));
    }

    /** Stores that a worker gave the first partition of a run back. */
    private static void giveBack(Document ofRun) {
        Document given = new Document("worker", "<b>worker")
                .append("failure", HOSTILE)
                .append("attempts", 1)
                .append(
                        "takeovers",
                        List.of(new Document("from", "<b>former")
                                .append("at", Instant.now())
                                .append("cause", "expired")));
        dashboard
                .database()
                .getCollection("mongohaul_partitions")
                .updateOne(new Document(ofRun).append("index", 0), new Document("$set", given));
    }

    /** Waits until an import has partitions. */
    private static ImportSummary shared(String job) {
        Reports reports = dashboard.bean(Reports.class);
        await().atMost(PATIENCE)
                .until(() -> reports.job(job, 1)
                        .map(JobHistory::imports)
                        .filter(imports -> !imports.isEmpty())
                        .isPresent());
        ImportSummary summary = reports.job(job, 1).orElseThrow().imports().get(0);
        await().atMost(PATIENCE).until(() -> page(path(summary)).contains("class=\"tiles\""));
        return summary;
    }

    private static String path(ImportSummary summary) {
        return "/imports/" + summary.importNumber();
    }

    private static String worker() {
        return Lease.ofThisProcess().owner();
    }

    private static FailPoint slow(String collection) {
        return FailPoint.on("insert")
                .block(Duration.ofMillis(100))
                .namespace(DATABASE + "." + collection)
                .enable(TestServer.client());
    }

    private static String page(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = dashboard.get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    /** Returns the text of a page, without elements and repeated spaces. */
    private static String text(String page) {
        return page.replaceAll("<[^>]+>", " ").replaceAll("\\s+", " ").replace(" ,", ",");
    }
}
