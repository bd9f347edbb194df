package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.run.PhaseTimes;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhaseTimesIT {

    private static final int ROWS = 200;
    private static final int WRITE_CONFLICT = 112;

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

    @Test
    void partitionsReportTheTimesOfTheirThreads() {
        Run run = program.run(TestJob.in(folder, "all").input(Rows.csv(ROWS)).prepare("chunk-size=10", "grid-size=3"));

        PhaseTimes times = run.times();
        assertThat(times.reading()).isPositive();
        assertThat(times.mapping()).isPositive();
        assertThat(times.writing()).isPositive();
        assertThat(times.waiting()).isZero();
        assertThat(times.reading().plus(times.mapping()).plus(times.writing()))
                .isLessThan(run.importing().multipliedBy(3));
    }

    @Test
    void slowServerCountsAsWritingAndNotAsWaiting() {
        Run run = during(
                FailPoint.on("insert").block(Duration.ofMillis(300)),
                job("slow").prepare("grid-size=1"));

        assertThat(run.times().writing()).isGreaterThan(Duration.ofMillis(300));
        assertThat(run.times().waiting()).isZero();
    }

    @Test
    void unavailableServerIsAwaited() {
        ImportJob job = job("unavailable")
                .prepare(InputStream.nullInputStream(), Duration.ofSeconds(10), "grid-size=1")
                .orElseThrow();

        Run run = during(FailPoint.on("insert").errorCode(WRITE_CONFLICT).times(8), job);

        assertThat(run.times().waiting())
                .as("1, 2, 4 … 128 ms, or half of that, and the attempts between them")
                .isGreaterThan(Duration.ofMillis(127));
        assertThat(run.times().writing()).isLessThan(run.importing().minusMillis(127));
    }

    @Test
    void failedRunsReportTimes() {
        Run failed = program.failAfterChunks(3, job("failed").prepare("chunk-size=10", "grid-size=1"));

        assertThat(failed.times().reading()).isPositive();
        assertThat(failed.times().writing()).isPositive();
    }

    @Test
    void serverIsStoredWithoutItsCredentials() {
        Run run = program.run(job("server").prepare());

        assertThat(run.server()).hasValueSatisfying(server -> {
            assertThat(server.version()).matches("[0-9]+\\..*");
            assertThat(server.kind()).isIn("replica-set", "standalone", "sharded");
            assertThat(server.hosts())
                    .isEqualTo(program.bean(MongoConnections.class)
                            .data()
                            .address()
                            .hosts());
        });
    }

    private TestJob job(String name) {
        return TestJob.in(folder, name).input(Rows.csv(ROWS));
    }

    private static Run during(FailPoint.Failure failure, ImportJob job) {
        AtomicReference<Run> run = new AtomicReference<>();
        failure.namespace(program.database().getName() + "." + job.write().collection())
                .during(TestServer.client(), () -> {
                    LaunchResult result = program.launch(job, new ImportMonitor());
                    run.set(program.bean(Runs.class)
                            .find(result.jobExecutionId())
                            .orElseThrow());
                });
        return run.get();
    }
}
