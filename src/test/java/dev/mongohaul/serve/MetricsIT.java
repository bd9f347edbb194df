package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.ImportLog;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.Slot;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.Slots;
import dev.mongohaul.serve.MetricsConfiguration.JobGauges;
import dev.mongohaul.serve.security.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Metrics compared with the collections. */
class MetricsIT {

    private static final String DATABASE = TestServer.database("metrics");
    private static final String NUMBERS = "fields: {n: int32}";

    @TempDir
    private static Path folder;

    private static Served served;

    @BeforeAll
    static void serve() {
        served = start();
    }

    @AfterAll
    static void end() {
        served.database().drop();
        served.close();
    }

    private static Served start() {
        return Served.start(DATABASE, folder, Access.of("127.0.0.1", List.of(), Optional.empty()));
    }

    @Test
    void countsAreThoseOfTheCollections() {
        String input = "n\n"
                + IntStream.range(0, 5000)
                        .mapToObj(n -> n % 100 == 0 ? "none" : String.valueOf(n))
                        .collect(Collectors.joining("\n"))
                + "\n";
        TestJob job =
                TestJob.in(folder, "counted", NUMBERS, "rejects: {limit: 5%}").input(input);

        LaunchResult result = launch(job.prepare("chunk-size=500", "grid-size=3"));

        Scrape scrape = Scrape.of(served);
        String[] tags = {"job=\"counted\"", "writer=\"direct\""};
        long documents = served.database().getCollection("counted").countDocuments();
        assertThat(documents).isEqualTo(4950);
        assertThat(scrape.value("mongohaul_records_read_total", tags)).isEqualTo(5000);
        assertThat(scrape.value("mongohaul_records_written_total", tags)).isEqualTo((double) documents);
        assertThat(scrape.value("mongohaul_records_rejected_total", tags)).isEqualTo((double)
                served.bean(RejectStore.class).count(result.plan().importNumber()));
        assertThat(scrape.value("mongohaul_records_already_there_total", tags)).isZero();
        assertThat(scrape.value("mongohaul_records_unmatched_total", tags)).isZero();
        assertThat(scrape.value("mongohaul_read_bytes_total", tags))
                .isEqualTo(input.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void writingOfEachChunkIsMeasured() {
        TestJob job = TestJob.in(folder, "measured", NUMBERS).input("n\n1\n2\n3\n4\n5\n");

        launch(job.prepare("chunk-size=2", "grid-size=1"));

        Scrape scrape = Scrape.of(served);
        String tag = "job=\"measured\"";
        assertThat(scrape.value("mongohaul_chunk_write_seconds_count", tag)).isEqualTo(3);
        assertThat(scrape.value("mongohaul_chunk_write_seconds_sum", tag)).isBetween(0.0001, 30.0);
        assertThat(scrape.value("mongohaul_chunk_write_seconds_bucket", tag, "le=\"+Inf\""))
                .isEqualTo(3);
        assertThat(scrape.has("le=\"0.05\"")).isTrue();
    }

    @Test
    void runsAreCountedByOutcome() {
        TestJob job = TestJob.in(folder, "tried", NUMBERS).input("n\n1\nnone\n");
        launch(job.prepare());
        launch(job.prepare("rejects.limit=1"));

        Scrape scrape = Scrape.of(served);
        String tag = "job=\"tried\"";
        assertThat(scrape.value("mongohaul_imports_total", tag, "outcome=\"reject-limit-exceeded\""))
                .isEqualTo(1);
        assertThat(scrape.value("mongohaul_imports_total", tag, "outcome=\"completed-with-rejects\""))
                .isEqualTo(1);
        assertThat(scrape.value("mongohaul_imports_total", tag, "outcome=\"failed\""))
                .isZero();
    }

    @Test
    void verificationsAreCountedByResult() {
        launch(TestJob.in(folder, "proved", NUMBERS, "verify: true")
                .input("n\n1\n2\n")
                .prepare());

        Scrape scrape = Scrape.of(served);
        String tag = "job=\"proved\"";
        assertThat(scrape.value("mongohaul_verifications_total", tag, "verified=\"equal\""))
                .isEqualTo(1);
        assertThat(scrape.value("mongohaul_verifications_total", tag, "verified=\"different\""))
                .isZero();
    }

    @Test
    void logHasALineForStartAndEndOfEachRun() {
        TestJob job = TestJob.in(folder, "logged", NUMBERS).input("n\n1\nnone\n2\n");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(ImportLog.class);
        log.start();
        logger.addAppender(log);
        try {
            launch(job.prepare());
            launch(job.prepare("rejects.limit=1"));
        } finally {
            logger.detachAppender(log);
        }

        String run = "logged: run \\d+ of import \\d+ ";
        String began = run + "began, insert into .*\\.logged: .*\\.csv";
        String counts = " after [0-9.]+ s: 3 read, 2 written, 0 already there, 1 rejected";
        assertThat(log.list).hasSize(4);
        assertThat(log.list.get(0)).matches(line -> line.getLevel() == Level.INFO);
        assertThat(log.list.get(0).getFormattedMessage()).matches(began);
        assertThat(log.list.get(1)).matches(line -> line.getLevel() == Level.ERROR);
        assertThat(log.list.get(1).getFormattedMessage()).matches(run + "reject limit exceeded after .*; .+");
        assertThat(log.list.get(2).getFormattedMessage()).matches(began);
        assertThat(log.list.get(3)).matches(line -> line.getLevel() == Level.INFO);
        assertThat(log.list.get(3).getFormattedMessage()).matches(run + "completed with rejects" + counts);
    }

    @Test
    void lastSuccessIsKnownAfterARestart() {
        TestJob job = TestJob.in(folder, "succeeded", NUMBERS).input("n\n1\n");
        LaunchResult result = launch(job.prepare());
        Instant ended = served.bean(Runs.class)
                .find(result.jobExecutionId())
                .orElseThrow()
                .ended()
                .orElseThrow();
        launch(job.input("n\nnone\n").prepare());

        served.bean(JobGauges.class).refresh();
        assertLastSuccess(served, ended);

        try (Served other = start()) {
            other.bean(JobGauges.class).refresh();
            assertLastSuccess(other, ended);
        }
    }

    private static void assertLastSuccess(Served program, Instant ended) {
        assertThat(Scrape.of(program).value("mongohaul_last_success_timestamp_seconds", "job=\"succeeded\""))
                .isCloseTo(ended.toEpochMilli() / 1000.0, within(0.001));
    }

    @Test
    void slotsOfTheLastDayAreCountedByState() {
        Slots slots = served.bean(Slots.class);
        Instant now = served.bean(Clock.class).instant();
        slots.complete(slot(now, Duration.ofDays(3)), "daily", SlotState.MISSED, "no process served", 0);
        slots.complete(slot(now, Duration.ofHours(3)), "daily", SlotState.MISSED, "no process served", 2);
        slots.complete(slot(now, Duration.ofHours(2)), "daily", SlotState.REFUSED, "no file came", 0);

        served.bean(JobGauges.class).refresh();

        Scrape scrape = Scrape.of(served);
        assertThat(scrape.value("mongohaul_slots", "job=\"timed\"", "state=\"missed\""))
                .isEqualTo(3);
        assertThat(scrape.value("mongohaul_slots", "job=\"timed\"", "state=\"refused\""))
                .isEqualTo(1);
        assertThat(scrape.value("mongohaul_slots", "job=\"timed\"", "state=\"ran\""))
                .isZero();
    }

    private static Slot slot(Instant now, Duration ago) {
        return new Slot("timed", now.minus(ago));
    }

    @Test
    void eachFigureIsDocumented() throws IOException {
        launch(TestJob.in(folder, "documented", NUMBERS).input("n\n1\n").prepare());
        served.bean(JobGauges.class).refresh();

        String page = Files.readString(Path.of("docs/messages.md"));

        assertThat(Scrape.of(served).names())
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    @Test
    void metricsHaveNoSecrets() {
        Scrape scrape = Scrape.of(served);

        assertThat(scrape.text()).doesNotContain("mongodb://", TestServer.uri(), folder.toString(), DATABASE);
        assertThat(scrape.has("jvm_memory_used_bytes")).isTrue();
        assertThat(scrape.has("disk_free_bytes ")).isTrue();
        assertThat(scrape.text()).doesNotContainPattern("=\"[^\"]*/");
    }

    private static LaunchResult launch(ImportJob job) {
        try (Launch launch = Launch.of(job, new ImportMonitor())) {
            return launch.on(served.bean(ImportLauncher.class));
        }
    }
}
