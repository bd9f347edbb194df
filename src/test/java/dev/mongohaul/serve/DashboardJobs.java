package dev.mongohaul.serve;

import dev.mongohaul.job.launch.background.BackgroundImports;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.JobHistory;
import dev.mongohaul.report.Reports;
import dev.mongohaul.repository.run.RunStatus;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Jobs on a dashboard, each with a file and a collection of its name.
 *
 * @param folder of the inputs, in which the folder of jobs is
 */
record DashboardJobs(Dashboard dashboard, Path folder) {

    static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration SLOW = Duration.ofMillis(100);

    /** Action that may fail. */
    @FunctionalInterface
    interface Action {

        void run() throws Exception;
    }

    void create(String name, String header, String records) throws IOException {
        Files.writeString(folder.resolve("jobs/" + name + ".yml"), """
                source: {files: %s.csv}
                target: {collection: %s}
                """.formatted(name, name));
        Files.writeString(folder.resolve(name + ".csv"), header + "\n" + records);
    }

    /** Returns one number per line. */
    static String numbers(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> n + "\n").collect(Collectors.joining());
    }

    HttpResponse<String> start(String job, String... fields) throws IOException, InterruptedException {
        return dashboard.send("/jobs/" + job, "/jobs/" + job + "/imports", fields);
    }

    List<ImportSummary> history(String job) {
        return reports().job(job, 10).map(JobHistory::imports).orElse(List.of());
    }

    /** Waits until the job's last import has ended and stores nothing more, and returns it. */
    ImportReport ended(String job) {
        ImportReport last = last(job, false);
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> !dashboard.bean(BackgroundImports.class).underWay().contains(job));
        return reports().ofImport(last.summary().importNumber()).orElseThrow();
    }

    /** Waits until no comparison of the job runs. */
    void awaitComparison(String job) {
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> !dashboard.bean(BackgroundImports.class).compared().contains(job));
    }

    /** Waits until the job's last import is running, and returns it. */
    ImportReport running(String job) {
        return last(job, true);
    }

    private ImportReport last(String job, boolean running) {
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> history(job).stream()
                        .findFirst()
                        .filter(last -> (last.status() == RunStatus.RUNNING) == running)
                        .isPresent());
        return reports().ofImport(history(job).get(0).importNumber()).orElseThrow();
    }

    private Reports reports() {
        return dashboard.bean(Reports.class);
    }

    long count(String collection) {
        return dashboard.database().getCollection(collection).countDocuments();
    }

    /** Runs the action while the server delays each chunk of the collection. */
    void slowly(String collection, Action action) {
        FailPoint.on("insert")
                .block(SLOW)
                .namespace(dashboard.database().getName() + "." + collection)
                .during(TestServer.client(), () -> {
                    try {
                        action.run();
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                });
    }
}
