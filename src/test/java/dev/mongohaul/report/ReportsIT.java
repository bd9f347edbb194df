package dev.mongohaul.report;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.model.Updates;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectSample;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.ImportReport.Progress;
import dev.mongohaul.report.figure.PhaseSeconds;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.run.PhaseTimes;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.Slots;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsIT {

    private static final int ROWS = 1000;

    private final Program program = Program.start(TestDatabases.take());
    private Reports reports;

    @TempDir
    private Path folder;

    @BeforeEach
    void makeReports() {
        reports = new Reports(program.bean(Runs.class), program.bean(RejectStore.class), program.bean(Slots.class));
    }

    @AfterEach
    void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @Test
    void emptyRepositoryHasNoReports() {
        assertThat(reports.recent(20)).isEmpty();
        assertThat(reports.jobs()).isEmpty();
        assertThat(reports.job("orders", 20)).isEmpty();
        assertThat(reports.ofImport(1)).isEmpty();
    }

    @Test
    void resumedImportHasOneReport() {
        TestJob job = badRecords("continued");
        Run failed = program.failAfterChunks(3, job.prepare("chunk-size=50", "grid-size=2", "rejects.limit=unlimited"));
        Run completed = program.run(job.prepare("chunk-size=70", "grid-size=3", "rejects.limit=unlimited"));

        ImportReport report = reports.ofImport(completed.importNumber()).orElseThrow();

        assertThat(report.runs())
                .extracting(RunReport::run, RunReport::status)
                .containsExactly(
                        tuple(failed.id(), RunStatus.FAILED), tuple(completed.id(), RunStatus.COMPLETED_WITH_REJECTS));
        assertThat(report.summary())
                .extracting(ImportSummary::status, ImportSummary::state, ImportSummary::counts)
                .containsExactly(
                        RunStatus.COMPLETED_WITH_REJECTS, "completed", new Counts(ROWS, ROWS - 110, 0, 110, 0));
        assertThat(report.summary().times().seconds())
                .isCloseTo(
                        report.runs().get(0).summary().seconds()
                                + report.runs().get(1).summary().seconds(),
                        within(0.002));
        assertThat(report.files()).containsExactly(folder.resolve("input.csv").toString());
        assertThat(report.contents().parameters()).contains("chunk-size=70", "grid-size=3");
        assertThat(report.conditions().settings()).isNotNull();
        assertThat(report.conditions().settings().at("/write/chunk-size").asInt())
                .isEqualTo(70);
        assertThat(report.conditions().server()).isNotNull();
    }

    @Test
    void partitionsTileTheInputAndAddUp() {
        TestJob job = TestJob.in(folder, "tiled", "source: {files: 'in-*'}")
                .input("in-1.csv", csv(0, 400))
                .input("in-2.csv", csv(400, ROWS));
        program.failAfterChunks(3, job.prepare("chunk-size=50", "grid-size=2"));
        Run completed = program.run(job.prepare("chunk-size=70", "grid-size=3"));

        List<PartitionReport> partitions = reports.ofImport(completed.importNumber())
                .orElseThrow()
                .contents()
                .partitions();

        assertThat(partitions)
                .hasSizeGreaterThan(1)
                .allMatch(partition -> partition.state().equals("finished"));
        assertThat(partitions.get(0).from()).isZero();
        for (int index = 1; index < partitions.size(); index++) {
            assertThat(partitions.get(index).from())
                    .isEqualTo(partitions.get(index - 1).to());
        }
        assertThat(partitions.stream().map(PartitionReport::counts).reduce(Counts.NONE, Counts::plus))
                .isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        assertThat(partitions.get(0).files())
                .containsExactly(folder.resolve("in-1.csv").toString());
        assertThat(partitions.get(partitions.size() - 1).files())
                .contains(folder.resolve("in-2.csv").toString());
        assertThat(partitions)
                .allSatisfy(partition -> assertThat(partition.seconds()).isPositive());
    }

    @Test
    void rejectsAreReportedByReasonWithSamples() {
        Run run = program.run(badRecords("reasons").prepare("rejects.limit=unlimited"));

        ImportReport report = reports.ofImport(run.importNumber()).orElseThrow();

        String file = folder.resolve("input.csv").toString();
        assertThat(report.contents().rejects().total()).isEqualTo(110);
        assertThat(report.contents().rejects().groups())
                .extracting(RejectGroup::count, RejectGroup::column, RejectGroup::reason)
                .containsExactly(
                        tuple(100L, "n", "is not an int32: a whole number from -2147483648 to 2147483647"),
                        tuple(10L, null, "3 cells where the header has 2"));
        assertThat(report.contents().rejects().groups().get(0).samples())
                .extracting(RejectSample::line, RejectSample::value)
                .containsExactly(tuple(2L, "x0"), tuple(12L, "x10"), tuple(22L, "x20"));
        assertThat(report.contents().rejects().groups().get(0).samples().get(0).file())
                .isEqualTo(file);
    }

    @Test
    void firstRecordsOfEachReasonCanBeRead() {
        Run run = program.run(badRecords("texts").prepare("rejects.limit=unlimited"));

        List<RejectText> rejects =
                reports.rejects(reports.ofImport(run.importNumber()).orElseThrow());

        assertThat(rejects)
                .extracting(RejectText::count, RejectText::column, RejectText::line, RejectText::record)
                .startsWith(
                        tuple(100L, "n", 2L, "x0,t"), tuple(null, "n", 12L, "x10,t"), tuple(null, "n", 22L, "x20,t"))
                .hasSize(6);
        assertThat(rejects.get(3).count()).isEqualTo(10);
        assertThat(rejects.get(3).record()).endsWith(",t,surplus");
        assertThat(rejects.get(1).reason()).startsWith("\"x10\" is not an int32");
    }

    @Test
    void progressIsTheSumOfThePartitions() {
        TestJob job = badRecords("progress");
        Run failed = program.failAfterChunks(3, job.prepare("chunk-size=50", "grid-size=2", "rejects.limit=unlimited"));
        Progress part = reports.ofImport(failed.importNumber()).orElseThrow().progress();
        program.run(job.prepare("rejects.limit=unlimited"));
        Progress whole = reports.ofImport(failed.importNumber()).orElseThrow().progress();

        assertThat(part.percent()).isBetween(1L, 99L);
        assertThat(part.finished()).isLessThan(part.partitions());
        assertThat(whole.percent()).isEqualTo(100);
        assertThat(whole.done()).isEqualTo(whole.total()).isEqualTo(part.total());
        assertThat(whole.finished()).isEqualTo(whole.partitions());
        assertThat(whole.text()).startsWith("100 %, 1,000 read, 890 written, 0 already there, 110 rejected");
    }

    @Test
    void timesOfAllRunsAddUp() {
        TestJob job = badRecords("times");
        program.failAfterChunks(3, job.prepare("chunk-size=50", "rejects.limit=unlimited"));
        Run completed = program.run(job.prepare("rejects.limit=unlimited"));

        List<PhaseTimes> times = program.bean(Runs.class).runsOf(completed.importNumber()).stream()
                .map(Run::times)
                .toList();
        PhaseTimes together = times.get(0).plus(times.get(1));
        assertThat(times).hasSize(2).allSatisfy(one -> {
            assertThat(one.reading()).isPositive();
            assertThat(one.mapping()).isPositive();
            assertThat(one.writing()).isPositive();
            assertThat(one.waiting()).isZero();
        });
        assertThat(reports.ofImport(completed.importNumber()).orElseThrow().times())
                .isEqualTo(PhaseSeconds.of(together));
    }

    @Test
    void killedRunLastsUntilItsLastHeartbeat() throws UnknownHostException {
        Run run = program.failAfterChunks(3, badRecords("killed").prepare("chunk-size=50", "rejects.limit=unlimited"));
        leaveAsKilled(run);

        RunDetails details = reports.run(program.bean(Runs.class).find(run.id()).orElseThrow());

        assertThat(details.run().status()).isEqualTo(RunStatus.KILLED);
        assertThat(details.run().ended()).isNull();
        assertThat(details.run().summary().seconds())
                .isPositive()
                .isLessThanOrEqualTo(run.duration().plus(Duration.ofSeconds(1)).toMillis() / 1000.0);
        assertThat(details.run().summary().times().writing()).isPositive();
        assertThat(details.contents().partitions())
                .extracting(PartitionReport::state)
                .contains("begun");
        assertThat(reports.ofImport(run.importNumber()).orElseThrow().summary().status())
                .isEqualTo(RunStatus.KILLED);
    }

    @Test
    void runOfAnImportWithoutOwnerIsNotRunning() throws UnknownHostException {
        Run run = program.failAfterChunks(3, badRecords("left").prepare("chunk-size=50", "rejects.limit=unlimited"));
        leaveAsKilled(run);
        program.collection("mongohaul_imports")
                .updateOne(
                        eq("jobInstanceId", run.importNumber()),
                        Updates.combine(Updates.set("state", "ABANDONED"), Updates.unset("lease")));

        RunDetails details = reports.run(program.bean(Runs.class).find(run.id()).orElseThrow());

        assertThat(details.run().status()).isEqualTo(RunStatus.KILLED);
        assertThat(reports.ofImport(run.importNumber()).orElseThrow().summary().status())
                .isEqualTo(RunStatus.KILLED);
    }

    @Test
    void killedRunStaysKilledWithWhatItStored() throws UnknownHostException {
        Run run = program.failAfterChunks(3, badRecords("stays").prepare("chunk-size=50", "rejects.limit=unlimited"));
        Counts stored = run.counts();
        leaveAsKilled(run);
        program.collection("BATCH_STEP_EXECUTION")
                .updateMany(
                        eq("jobExecutionId", run.id()),
                        Updates.combine(Updates.set("readCount", 0L), Updates.set("writeCount", 0L)));

        assertThat(report(run))
                .extracting(RunReport::status, report -> report.summary().runCounts())
                .containsExactly(RunStatus.KILLED, stored);

        program.run(badRecords("stays").prepare("rejects.limit=unlimited"));

        assertThat(report(run))
                .extracting(RunReport::status, report -> report.summary().runCounts())
                .containsExactly(RunStatus.KILLED, stored);
        assertThat(reports.recent(2))
                .extracting(RunReport::status)
                .containsExactly(RunStatus.COMPLETED_WITH_REJECTS, RunStatus.KILLED);
    }

    private RunReport report(Run run) {
        return reports.run(program.bean(Runs.class).find(run.id()).orElseThrow())
                .run();
    }

    @Test
    void checkpointIsAHeartbeatOfAKilledRun() throws UnknownHostException {
        Run run = program.failAfterChunks(3, badRecords("late").prepare("chunk-size=50", "rejects.limit=unlimited"));
        leaveAsKilled(run);
        program.collection("mongohaul_imports")
                .updateOne(
                        eq("jobInstanceId", run.importNumber()),
                        Updates.set("touched", run.started().plusSeconds(9)));

        RunDetails details = reports.run(program.bean(Runs.class).find(run.id()).orElseThrow());

        assertThat(details.run().summary().seconds()).isBetween(8.99, 9.01);
        assertThat(details.run().summary().recordsPerSecond())
                .isLessThan(run.counts().read());
    }

    @Test
    void slotHasTheStatusOfTheLastRunOfItsImport() {
        TestJob job = TestJob.in(folder, "slotted", "fields: {a: int32}").input("a\n1\nx\n");
        Run first = program.run(job.prepare("rejects.limit=0"));
        program.run(job.prepare("rejects.limit=1"));
        program.run(TestJob.in(folder, "slotted").input("a\n3\n").prepare());
        program.collection("mongohaul_slots")
                .insertOne(new Document("_id", new Document("job", "slotted").append("time", new Date()))
                        .append("state", "RAN")
                        .append("runId", first.id()));

        assertThat(reports.job("slotted", 1).orElseThrow().slots())
                .singleElement()
                .extracting(SlotReport::status)
                .isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
    }

    @Test
    void jobsAreALineEachAlsoTheOneWhoseFileNeverCame() {
        program.run(TestJob.in(folder, "second").input("a\n1\n").prepare());
        program.run(TestJob.in(folder, "first").input("a\n1\n2\n").prepare());
        program.collection("mongohaul_slots")
                .insertOne(new Document("_id", new Document("job", "late").append("time", Instant.EPOCH))
                        .append("state", "NOTHING")
                        .append("reason", "no file"));

        List<JobReport> jobs = reports.jobs();

        assertThat(jobs).extracting(JobReport::job).containsExactly("first", "late", "second");
        assertThat(jobs.get(0).importCount()).isEqualTo(1);
        assertThat(jobs.get(0).last()).extracting(ImportSummary::counts).isEqualTo(new Counts(2, 2, 0, 0, 0));
        assertThat(jobs.get(1).last()).isNull();
        assertThat(jobs.get(1).slot()).isNotNull();
        assertThat(jobs.get(1).slot().state()).isEqualTo("nothing");
        assertThat(reports.job("late", 5))
                .hasValueSatisfying(history -> assertThat(history.imports()).isEmpty());
        assertThat(reports.job("never", 5)).isEmpty();
    }

    /** Every tenth record has a cell that is no number, every hundredth a cell too many. */
    private TestJob badRecords(String name) {
        String rows = IntStream.range(0, ROWS)
                .mapToObj(row -> (row % 10 == 0 ? "x" : "") + row + ",t" + (row % 100 == 55 ? ",surplus\n" : "\n"))
                .collect(Collectors.joining());
        return TestJob.in(folder, name, "fields: {n: int32}").input("n,text\n" + rows);
    }

    private static byte[] csv(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(row -> row + ",row\n")
                .collect(Collectors.joining("", "n,text\n", ""))
                .getBytes(StandardCharsets.UTF_8);
    }

    private void leaveAsKilled(Run run) throws UnknownHostException {
        program.collection("BATCH_JOB_EXECUTION")
                .updateOne(
                        eq("jobExecutionId", run.id()),
                        Updates.combine(Updates.set("status", "STARTED"), Updates.unset("endTime")));
        program.collection("BATCH_STEP_EXECUTION")
                .updateMany(
                        eq("jobExecutionId", run.id()),
                        Updates.combine(Updates.set("status", "STARTED"), Updates.unset("endTime")));
        Document dead = new Document("token", "dead")
                .append("host", InetAddress.getLocalHost().getHostName())
                .append("processes", Lease.visibleProcesses())
                .append("pid", (long) Integer.MAX_VALUE)
                .append("processStart", Instant.now())
                .append("expiresAt", Instant.now().plusSeconds(3600));
        program.collection("mongohaul_imports")
                .updateOne(eq("jobInstanceId", run.importNumber()), Updates.set("lease", dead));
    }
}
