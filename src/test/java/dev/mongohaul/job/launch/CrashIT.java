package dev.mongohaul.job.launch;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.client.model.Updates;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.batch.core.BatchStatus;

/** Simulated documents of killed processes. */
class CrashIT {

    private static final int ROWS = 20;
    private static final Document NOTHING = Document.parse(
            "{read: 0, written: 0, unchanged: 0, alreadyThere: 0, rejected: 0, unmatched: 0, filtered: 0,"
                    + " cells: {padded: 0, dropped: 0}}");
    private static final Bson PLANNED = Updates.combine(Updates.set("jobInstanceId", 0L), Updates.unset("cut"));

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
    @EnumSource(names = {"STARTING", "STARTED", "STOPPING", "COMPLETED"})
    void killedRunIsRecoveredTwiceInARow(BatchStatus status) throws UnknownHostException {
        String name = "killed-" + status.name().toLowerCase(Locale.ROOT);
        TestJob job = TestJob.in(folder, name).input(Rows.csv(ROWS));

        Run first = program.failAfterChunks(1, job.prepare("chunk-size=3"));
        leaveAsKilled(first, status);
        Run second = program.failAfterChunks(1, job.prepare("chunk-size=4"));
        leaveAsKilled(second, status);
        Run third = program.run(job.prepare());

        assertThat(third.ending()).as(third.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.bean(Runs.class).runsOf(third.importNumber()))
                .extracting(Run::ending, Run::reason)
                .containsExactly(
                        tuple(
                                RunStatus.KILLED,
                                "The process was killed, or lost MongoDB, before it saved the end of the run"),
                        tuple(
                                RunStatus.KILLED,
                                "The process was killed, or lost MongoDB, before it saved the end of the run"),
                        tuple(RunStatus.COMPLETED, ""));
        assertThat(program.bean(Runs.class).runsOf(third.importNumber()).get(0).ended())
                .as("ended at its last sign of life, not at its recovery")
                .hasValueSatisfying(ended -> assertThat(ended).isBefore(second.started()));
        assertThat(program.plan(third).counts()).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        assertThat(Rows.withoutIds(program.documents(name))).isEqualTo(Rows.documents(ROWS));
    }

    /** Generated ids show which documents an import has added before it was killed. */
    @ParameterizedTest
    @CsvSource({"match, 18, 3", "id, 12, 9"})
    void killedRunThatAddsIsContinued(String key, int written, int alreadyThere) throws UnknownHostException {
        String name = "add-by-" + key;
        boolean match = key.equals("match");
        program.collection(name).insertOne(new Document("_id", "3").append("n", "3"));
        program.collection(name).insertOne(new Document("_id", "9").append("n", "9"));
        TestJob job = TestJob.in(
                        folder,
                        name,
                        "target: {collection: %s%s}".formatted(name, match ? "" : ", id: [n]"),
                        "write: {operation: add, chunk-size: 7%s}".formatted(match ? ", match: [n]" : ""))
                .input(Rows.csv(ROWS) + "4,again\n");

        Run first = program.failAfterChunks(1, job.prepare());
        leaveAsKilled(first, BatchStatus.STARTED);
        Run second = program.run(job.prepare());

        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.plan(second).counts()).isEqualTo(new Counts(ROWS + 1, written, alreadyThere, 0, 0));
        assertThat(program.documents(name))
                .hasSize(ROWS)
                .filteredOn(document -> document.containsKey("text"))
                .hasSize(ROWS - 2)
                .noneMatch(document -> document.containsValue("again"));
    }

    @Test
    void instanceWithoutARunDoesNotBlock() {
        TestJob job = TestJob.in(folder, "between").input(Rows.csv(ROWS));
        Run first = program.failAfterChunks(1, job.prepare("chunk-size=3"));
        program.collection("BATCH_JOB_EXECUTION").deleteMany(eq("jobInstanceId", first.importNumber()));
        program.collection("mongohaul_imports").updateOne(eq("jobInstanceId", first.importNumber()), PLANNED);
        program.collection("between").deleteMany(new Document());

        Run second = program.run(job.prepare());

        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(Rows.withoutIds(program.documents("between"))).isEqualTo(Rows.documents(ROWS));
    }

    @Test
    void importThatNeverBeganDoesNotBlockOthers() {
        TestJob job = TestJob.in(folder, "planned").input(Rows.csv(ROWS));
        Run first = program.failAfterChunks(1, job.prepare("chunk-size=3"));
        program.collection("mongohaul_imports").updateOne(eq("jobInstanceId", first.importNumber()), PLANNED);
        program.collection("planned").deleteMany(new Document());

        Run second = program.run(job.input(Rows.csv(3)).prepare());

        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(Rows.withoutIds(program.documents("planned"))).isEqualTo(Rows.documents(3));
    }

    @Test
    void leaseOfAnotherHostIsAwaitedUntilItExpires() throws UnknownHostException {
        TestJob job = TestJob.in(folder, "expired").input(Rows.csv(ROWS));
        Run first = program.failAfterChunks(1, job.prepare("chunk-size=3"));
        Document lease = leaseOfADeadProcess()
                .append("host", "elsewhere")
                .append("processes", "another boot pid:[1]")
                .append("expiresAt", Instant.now().plusSeconds(1));
        program.collection("mongohaul_imports")
                .updateOne(eq("jobInstanceId", first.importNumber()), Updates.set("lease", lease));
        ImportMonitor monitor = new ImportMonitor();

        LaunchResult result = program.launch(job.prepare(), monitor);

        assertThat(result.nothingToDo()).isFalse();
        assertThat(Rows.withoutIds(program.documents("expired"))).isEqualTo(Rows.documents(ROWS));
    }

    @Test
    void leaseOfALivingProcessIsNotAwaited() throws UnknownHostException {
        TestJob job = TestJob.in(folder, "alive").input(Rows.csv(ROWS));
        Run first = program.failAfterChunks(1, job.prepare("chunk-size=3"));
        Document lease = leaseOfADeadProcess()
                .append("pid", ProcessHandle.current().pid())
                .append(
                        "processStart",
                        ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH));
        program.collection("mongohaul_imports")
                .updateOne(eq("jobInstanceId", first.importNumber()), Updates.set("lease", lease));

        assertThatThrownBy(() -> program.run(job.prepare()))
                .isInstanceOf(ImportRunningException.class)
                .hasMessageContaining("alive is being imported already, by process "
                        + ProcessHandle.current().pid());
    }

    /** Stores a run that was killed before it saved its checkpoint. */
    private static void leaveAsKilled(Run run, BatchStatus status) throws UnknownHostException {
        program.collection("BATCH_JOB_EXECUTION")
                .updateOne(
                        eq("jobExecutionId", run.id()),
                        Updates.combine(
                                Updates.set("status", status.name()),
                                Updates.set("exitStatus.exitCode", "UNKNOWN"),
                                Updates.unset("endTime")));
        program.collection("BATCH_STEP_EXECUTION")
                .updateMany(
                        eq("jobExecutionId", run.id()),
                        Updates.combine(Updates.set("status", status.name()), Updates.unset("endTime")));
        program.collection("mongohaul_imports")
                .updateOne(eq("jobInstanceId", run.importNumber()), Updates.set("lease", leaseOfADeadProcess()));
        program.collection("mongohaul_partitions")
                .updateOne(
                        and(eq("_id.run", run.id()), eq("_id.from", 0L)),
                        Updates.combine(
                                Updates.set("progress.doneTo", 0L),
                                Updates.set("progress.nextLine", 1L),
                                Updates.set("progress.counts", NOTHING)));
    }

    /** Returns a lease of this host and of no existing process, which does not expire soon. */
    private static Document leaseOfADeadProcess() throws UnknownHostException {
        return new Document("token", "dead")
                .append("host", InetAddress.getLocalHost().getHostName())
                .append("processes", Lease.visibleProcesses())
                .append("pid", (long) Integer.MAX_VALUE)
                .append("processStart", Instant.now())
                .append("expiresAt", Instant.now().plusSeconds(3600));
    }
}
