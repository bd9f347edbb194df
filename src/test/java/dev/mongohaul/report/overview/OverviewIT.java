package dev.mongohaul.report.overview;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.JobReport;
import dev.mongohaul.report.Reports;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportVerification;
import dev.mongohaul.repository.plan.Verified;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.Slot;
import dev.mongohaul.schedule.SlotClaim;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.Slots;
import dev.mongohaul.schedule.pause.FileWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverviewIT {

    private static final Duration LEASE = Duration.ofMinutes(1);

    private static Program program;
    private static Reports reports;
    private static Slots slots;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
        slots = program.bean(Slots.class);
        slots.createIndexes();
        reports = new Reports(program.bean(Runs.class), program.bean(RejectStore.class), slots);
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @Test
    void refusedJobStaysRefusedUntilItHasSucceeded() {
        program.run(TestJob.in(folder, "refused").input("a\n1\n").prepare());
        SlotClaim first = claim("refused", now.plusSeconds(60));
        slots.complete(first, SlotState.REFUSED, null, List.of(), "no file came");
        assertThat(job("refused"))
                .extracting(JobNow::state, JobNow::reason, JobNow::since)
                .containsExactly(JobState.REFUSED, "no file came", now.plusSeconds(60));

        SlotClaim second = claim("refused", now.plusSeconds(120));
        slots.waits(second, new FileWait("in/a.csv", now.plusSeconds(3720)));
        JobNow again = job("refused");
        assertThat(again.state()).isEqualTo(JobState.REFUSED);
        assertThat(again.open()).isNotNull();
        assertThat(again.open().cause()).startsWith("for in/a.csv until ");

        slots.complete(new Slot("refused", now.plusSeconds(90)), "daily", SlotState.MISSED, "no process served", 0);
        assertThat(job("refused").state()).isEqualTo(JobState.REFUSED);

        for (int later = 1; later <= 12; later++) {
            slots.defer(new Slot("refused", now.plusSeconds(120L + 60L * later)), "daily");
        }
        assertThat(job("refused").state()).isEqualTo(JobState.REFUSED);
        slots.deferAgain(first.slot());
        assertThat(job("refused"))
                .extracting(JobNow::state, JobNow::reason)
                .containsExactly(JobState.REFUSED, "no file came");
        assertThat(job("refused").open().cause()).startsWith("for in/a.csv until ");
        program.collection("mongohaul_slots").deleteMany(eq("state", "WAITING"));

        slots.complete(second, SlotState.NOTHING, null, List.of(), "nothing new");
        assertThat(job("refused").state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void jobWhoseImportIsDifferentNeedsAttentionUntilItIsVerified() {
        TestJob job = TestJob.in(folder, "proven");
        Run first = program.run(job.input("a\n1\n").prepare());
        verified(first, Verified.DIFFERENT);

        assertThat(job("proven"))
                .extracting(JobNow::state, JobNow::reason, one -> one.verdict().run())
                .containsExactly(
                        JobState.UNVERIFIED, "different: 1 different, 0 missing, 0 extra, 0 equal", first.id());
        assertThat(job("proven").last())
                .isNotNull()
                .extracting(last -> last.outcome().text())
                .isEqualTo("completed, unverified");

        verified(first, Verified.EQUAL);
        assertThat(job("proven").state()).isEqualTo(JobState.COMPLETED);

        verified(first, Verified.DIFFERENT);
        Run second = program.run(job.input("a\n2\n").prepare());
        assertThat(job("proven").state()).isEqualTo(JobState.COMPLETED);

        SlotClaim claim = claim("proven", now.plusSeconds(60));
        slots.complete(claim, SlotState.RAN, second.id(), List.of(first.id(), second.id()), null);
        assertThat(job("proven"))
                .extracting(JobNow::state, JobNow::run)
                .containsExactly(JobState.UNVERIFIED, first.id());
    }

    private static void verified(Run run, Verified verdict) {
        long different = verdict == Verified.DIFFERENT ? 1 : 0;
        program.bean(ImportPlans.class)
                .save(
                        run.importNumber(),
                        new ImportVerification(verdict, Instant.now(), 1, 0, different, 0, 0, 0, List.of(), null));
    }

    @Test
    void waitingJobIsLateAfterHalfOfItsTime() {
        program.run(TestJob.in(folder, "awaited").input("a\n1\n").prepare());
        SlotClaim claim = claim("awaited", now.plusSeconds(60));
        assertThat(job("awaited").state()).isEqualTo(JobState.RUNNING);

        slots.waits(claim, new FileWait("in/a.csv", now.plusSeconds(3660)));

        assertThat(job("awaited").state()).isEqualTo(JobState.WAITING);
        for (int later = 1; later <= 12; later++) {
            slots.defer(new Slot("awaited", now.plusSeconds(60L + 60L * later)), "daily");
        }
        assertThat(reports.job("awaited", 9).orElseThrow().job().slot().cause()).startsWith("for in/a.csv until ");
        assertThat(job("awaited").open().cause()).startsWith("for in/a.csv until ");
        assertThat(overview()
                        .jobs(now.plusSeconds(1900), List.of())
                        .get("awaited")
                        .state())
                .isEqualTo(JobState.LATE);
    }

    @Test
    void jobHasTheStateOfTheUnfinishedImportOfAFile() {
        Run held = program.run(TestJob.in(folder, "each").input("a\n1,2\n").prepare("ragged=reject"));
        program.collection("mongohaul_imports")
                .updateOne(eq("jobInstanceId", held.importNumber()), set("request.alone", "/in/a.csv"));
        assertThat(job("each").state()).isEqualTo(JobState.REJECT_LIMIT_EXCEEDED);

        program.run(TestJob.in(folder, "each").input("a\n1\n2\n").prepare("ragged=reject", "unfinished=abandon"));
        program.collection("mongohaul_imports")
                .updateOne(eq("jobInstanceId", held.importNumber()), set("state", "UNFINISHED"));

        assertThat(job("each"))
                .extracting(JobNow::state, JobNow::since)
                .containsExactly(JobState.REJECT_LIMIT_EXCEEDED, held.started());
        assertThat(job("each").reason()).contains("The reject limit 0 is exceeded");
        program.collection("mongohaul_imports")
                .updateOne(eq("jobInstanceId", held.importNumber()), set("state", "ABANDONED"));
        assertThat(job("each").state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void failedImportIsFailedAlsoAfterItsSlotWasMissed() {
        program.failAfterChunks(
                1, TestJob.in(folder, "broken").input("a\n1\n2\n").prepare("chunk-size=1"));
        assertThat(job("broken").state()).isEqualTo(JobState.FAILED);
        assertThat(job("broken").reason()).isNotBlank();

        slots.complete(new Slot("broken", now.plusSeconds(60)), "daily", SlotState.MISSED, "no process served", 0);
        assertThat(job("broken").state()).isEqualTo(JobState.FAILED);

        program.run(TestJob.in(folder, "broken").input("a\n1\n2\n").prepare("chunk-size=1"));
        assertThat(job("broken").state()).isEqualTo(JobState.MISSED);
    }

    @Test
    void killedImportIsKilledAfterGoodOnes() {
        TestJob job = TestJob.in(folder, "killed").input("a\n1\n");
        program.run(job.prepare());
        Run left = program.run(job.input("a\n2\n").prepare());
        program.collection("BATCH_JOB_EXECUTION")
                .updateOne(
                        eq("jobExecutionId", left.id()),
                        combine(set("status", "STARTED"), set("endTime", null), set("exitStatus.exitCode", "UNKNOWN")));

        assertThat(job("killed").state()).isEqualTo(JobState.KILLED);
        assertThat(job("killed").reason()).contains("was killed");
        assertThat(job("killed").nights().get(Overview.NIGHTS - 1).outcome()).isEqualTo(JobState.KILLED);
    }

    @Test
    void pausedJobsAndExceededLimitsAreNamed() {
        TestJob good = TestJob.in(folder, "resting").input("a\n1\n");
        program.run(good.prepare());
        slots.pauses().pause("resting", "anna", now);
        program.run(
                TestJob.in(folder, "held", "fields: {a: int32}").input("a\nx\n").prepare());
        program.run(TestJob.in(folder, "spoiled", "fields: {a: int32}", "rejects: {limit: 1}")
                .input("a\nx\n")
                .prepare());

        assertThat(job("resting").state()).isEqualTo(JobState.PAUSED);
        assertThat(job("resting").since()).isEqualTo(now);
        assertThat(job("held").state()).isEqualTo(JobState.REJECT_LIMIT_EXCEEDED);
        assertThat(job("spoiled").state()).isEqualTo(JobState.COMPLETED_WITH_REJECTS);
    }

    @Test
    void abandonedImportNeedsNoAttention() {
        Run held = program.run(
                TestJob.in(folder, "left", "fields: {a: int32}").input("a\nx\n").prepare());
        Run killed = program.failAfterChunks(
                1, TestJob.in(folder, "dead").input("a\n1\n2\n").prepare("chunk-size=1"));
        program.collection("BATCH_JOB_EXECUTION")
                .updateOne(
                        eq("jobExecutionId", killed.id()),
                        combine(set("status", "STARTED"), set("endTime", null), set("exitStatus.exitCode", "UNKNOWN")));
        assertThat(job("left").state()).isEqualTo(JobState.REJECT_LIMIT_EXCEEDED);
        assertThat(job("dead").state()).isEqualTo(JobState.KILLED);

        program.bean(RunControl.class).abandon(held.id(), folder);
        program.bean(RunControl.class).abandon(killed.id(), folder);

        assertThat(List.of(job("left"), job("dead")))
                .extracting(JobNow::state, JobNow::reason, JobNow::run)
                .containsExactly(
                        tuple(JobState.ABANDONED, null, held.id()), tuple(JobState.ABANDONED, null, killed.id()));
        assertThat(JobState.ABANDONED.needsAttention()).isFalse();
    }

    @Test
    void unfinishedImportIsNotHiddenByWhatComesLater() throws IOException {
        TestJob job = TestJob.in(folder, "standing", "fields: {a: int32}");
        Run standing = program.run(job.input("a\n1\nx\n").prepare());
        SlotClaim claim = claim("standing", now.plusSeconds(60));
        slots.complete(claim, SlotState.REFUSED, null, List.of(), "no file came");
        assertThat(job("standing"))
                .extracting(JobNow::state, JobNow::reason, JobNow::run)
                .containsExactly(JobState.REJECT_LIMIT_EXCEEDED, standing.reason(), standing.id());

        Path rejects = folder.resolve("rejects/standing-" + standing.importNumber() + ".csv");
        Files.writeString(rejects, "a\n2\n");
        Run correction = program.run(job.prepare("files=" + rejects));
        assertThat(correction.ending()).isEqualTo(RunStatus.COMPLETED);
        slots.complete(claim("standing", now.plusSeconds(61)), SlotState.NOTHING, null, List.of(), "nothing new");
        assertThat(job("standing"))
                .extracting(JobNow::state, JobNow::run)
                .containsExactly(JobState.REJECT_LIMIT_EXCEEDED, standing.id());

        slots.complete(claim("standing", now.plusSeconds(62)), SlotState.REFUSED, null, List.of(), "no file came");
        program.bean(RunControl.class).abandon(standing.id(), folder);

        assertThat(job("standing").state()).isEqualTo(JobState.REFUSED);
    }

    @Test
    void refusedFileHasNoRunOfAnotherFile() {
        Run other = program.run(TestJob.in(folder, "files").input("a\n1\n").prepare());
        SlotClaim claim = claim("files", now.plusSeconds(60));

        slots.complete(claim, SlotState.REFUSED, other.id(), List.of(other.id()), "in/b.csv: the header lacks a");

        assertThat(job("files"))
                .extracting(JobNow::state, JobNow::reason, JobNow::run)
                .containsExactly(JobState.REFUSED, "in/b.csv: the header lacks a", null);
    }

    @Test
    void nightsHaveTheMostSevereOutcome() {
        TestJob job = TestJob.in(folder, "nightly").input("a\n1\n2\n");
        move(program.failAfterChunks(1, job.prepare("chunk-size=1")), 3);
        move(program.run(job.prepare()), 3);
        move(program.failAfterChunks(1, job.input("a\n3\n4\n").prepare("chunk-size=1")), 2);
        program.run(job.prepare());
        slots.complete(
                new Slot("nightly", now.minus(1, ChronoUnit.DAYS)), "daily", SlotState.MISSED, "no process served", 0);

        List<Night> nights = job("nightly").nights();

        assertThat(nights).hasSize(Overview.NIGHTS);
        assertThat(nights.subList(Overview.NIGHTS - 5, Overview.NIGHTS))
                .extracting(Night::outcome)
                .containsExactly(
                        JobState.NEW, JobState.COMPLETED, JobState.FAILED, JobState.MISSED, JobState.COMPLETED);
    }

    @Test
    void importsOfFilesHaveAHistoryOfTheirOwn() {
        TestJob job = TestJob.in(folder, "shared").input("a\n1\n");
        Run ofJob = program.run(job.prepare());
        Run ofFile = program.run(job.input("a\n2\nx\n").prepare());
        program.collection("mongohaul_imports")
                .updateOne(
                        eq("jobInstanceId", ofFile.importNumber()),
                        set("request.inferred", new Document("jobFile", "").append("settings", List.of())));

        assertThat(job("shared").last()).extracting(ImportSummary::importNumber).isEqualTo(ofJob.importNumber());
        assertThat(overview().ofFiles()).extracting(ImportSummary::importNumber).containsExactly(ofFile.importNumber());
        assertThat(reports.job("shared", 9).orElseThrow()).satisfies(history -> {
            assertThat(history.imports())
                    .extracting(ImportSummary::importNumber)
                    .containsExactly(ofJob.importNumber());
            assertThat(history.fileImports())
                    .extracting(ImportSummary::importNumber)
                    .containsExactly(ofFile.importNumber());
            assertThat(history.job().importCount()).isEqualTo(1);
        });
        assertThat(reports.jobs().stream().filter(report -> report.job().equals("shared")))
                .extracting(JobReport::ofFiles)
                .containsExactly(false, true);
        assertThat(program.bean(Runs.class).lastCompleted("shared"))
                .contains(program.bean(Runs.class)
                        .find(ofJob.id())
                        .orElseThrow()
                        .ended()
                        .orElseThrow());
    }

    @Test
    void statesOfRunsAndSlotsAreStatesOfJobs() {
        assertThat(Arrays.stream(RunStatus.values()).map(JobState::of))
                .extracting(JobState::word)
                .isEqualTo(
                        Arrays.stream(RunStatus.values()).map(RunStatus::word).toList());
        assertThat(Stream.of(SlotState.REFUSED, SlotState.MISSED, SlotState.OVERLAPPED))
                .allSatisfy(state -> assertThat(JobState.of(state).word()).isEqualTo(state.word()));
    }

    @Test
    void slotOfSeveralFilesHasTheirSum() {
        TestJob job = TestJob.in(folder, "inbox", "fields: {a: int32}", "rejects: {limit: 1}");
        Run first = program.run(job.input("a\n1\n2\n").prepare());
        Run second = program.run(job.input("a\n3\nx\n").prepare());
        SlotClaim claim = claim("inbox", now.plusSeconds(60));
        slots.complete(claim, SlotState.RAN, second.id(), List.of(first.id(), second.id()), null);

        SlotTotal total = job("inbox").total();

        assertThat(total).isNotNull();
        assertThat(total.imports()).isEqualTo(2);
        assertThat(total.counts().read()).isEqualTo(4);
        assertThat(total.counts().rejected()).isEqualTo(1);
        program.run(job.input("a\n5\n").prepare());
        assertThat(job("inbox").total()).isNull();
    }

    @Test
    void jobThatNeverRanIsNew() {
        JobNow never = overview().jobs(now, List.of("never")).get("never");

        assertThat(never.state()).isEqualTo(JobState.NEW);
        assertThat(never.last()).isNull();
        assertThat(never.nights()).isEmpty();
        assertThat(overview().jobs(now, List.of())).doesNotContainKey("never");
    }

    private JobNow job(String name) {
        Map<String, JobNow> jobs = overview().jobs(now, List.of());
        assertThat(jobs).containsKey(name);
        return jobs.get(name);
    }

    private static Overview overview() {
        return new Overview(reports, ZoneOffset.UTC);
    }

    private static SlotClaim claim(String job, Instant time) {
        return slots.claim(new Slot(job, time), "daily", LEASE).orElseThrow();
    }

    /** Moves a run into the past. */
    private static void move(Run run, int days) {
        program.collection("BATCH_JOB_EXECUTION")
                .updateOne(
                        eq("jobExecutionId", run.id()),
                        set("startTime", Date.from(run.started().minus(days, ChronoUnit.DAYS))));
    }
}
