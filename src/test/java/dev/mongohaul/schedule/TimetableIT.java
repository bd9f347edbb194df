package dev.mongohaul.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.pause.FileWait;
import dev.mongohaul.schedule.pause.Pause;
import dev.mongohaul.schedule.pause.Pauses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.support.ExecutorServiceAdapter;

class TimetableIT {

    private static final String DATABASE = TestServer.database("slots");
    private static final Instant START = Instant.parse("2026-11-20T01:00:00Z");
    private static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");

    private static Program program;
    private static ScheduledExecutorService renewals;

    private final SettableClock clock = new SettableClock(START);

    @TempDir
    private Path folder;

    private Slots slots;
    private Timetable timetable;

    @BeforeAll
    static void start() {
        program = Program.start(DATABASE);
        renewals = Executors.newSingleThreadScheduledExecutor();
    }

    @AfterAll
    static void stop() {
        renewals.shutdownNow();
        program.close();
    }

    @BeforeEach
    void readTheTimetable() throws IOException {
        slots = new Slots(program.database(), RetryBudget.NONE);
        slots.createIndexes();
        Files.createDirectory(folder.resolve("jobs"));
        timetable = timetable();
    }

    @AfterEach
    void dropDatabase() {
        MongoDatabase database = program.database();
        database.listCollectionNames()
                .into(new ArrayList<>())
                .forEach(name -> database.getCollection(name).deleteMany(new org.bson.Document()));
    }

    @Test
    void slotRunsWhenItIsDueAndOnce() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n2\n");
        timetable.refresh();
        Timetable other = timetable();
        other.refresh();

        clock.set(NIGHT.minusSeconds(1));
        timetable.look();
        assertThat(recent()).isEmpty();

        clock.set(NIGHT.plusMillis(300));
        timetable.look();
        other.look();
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.slot()).isEqualTo(new Slot("nightly", NIGHT));
            assertThat(slot.state()).isEqualTo(SlotState.RAN);
            assertThat(slot.completedAt()).isNotNull();
            assertThat(program.bean(Runs.class).find(slot.runId())).isPresent();
        });
        assertThat(program.documents("c")).hasSize(2);
    }

    @Test
    void errorEndsItsSlotOnly() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable = timetable(job -> {
            throw new StackOverflowError();
        });
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.REFUSED);
            assertThat(slot.reason()).startsWith("StackOverflowError");
        });
        timetable = timetable();
        timetable.refresh();
        clock.set(NIGHT.plus(Duration.ofDays(1)));
        timetable.look();
        assertThat(recent().get(0).state()).isEqualTo(SlotState.RAN);
    }

    @Test
    void slotOfABrokenJobFileIsRefusedAndRunsWhenItIsCorrected() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        breakJob();
        timetable.refresh();
        clock.set(NIGHT.plus(Timetable.GRACE).minusSeconds(1));
        timetable.look();
        assertThat(recent()).isEmpty();

        clock.set(NIGHT.plus(Timetable.GRACE));
        timetable.look();
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.slot()).isEqualTo(new Slot("nightly", NIGHT));
            assertThat(slot.state()).isEqualTo(SlotState.REFUSED);
            assertThat(slot.reason()).contains("nightly.yml:1").contains("sauce");
        });
        PendingNotifications notifications = new PendingNotifications(program.database(), RetryBudget.NONE);
        assertThat(notifications.claim(Duration.ofMinutes(1)).orElseThrow().record())
                .isEqualTo(recent().get(0));

        job("nightly", "0 30 2 * * *", "");
        timetable.refresh();
        timetable.refresh();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
        assertThat(program.documents("c")).hasSize(1);
    }

    @Test
    void slotOfAJobFileThatBreaksJustBeforeItIsNotRefusedAtOnce() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        breakJob();
        clock.set(NIGHT);
        timetable.look();
        assertThat(recent()).isEmpty();

        job("nightly", "0 30 2 * * *", "");
        timetable.refresh();
        timetable.look();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
    }

    @Test
    void slotWaitsForAJobFileThatBreaksWhenItBegins() throws Exception {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        ScheduledJob job = timetable.scheduled().get(0);
        SlotRuns runs = runs(stamps(), clock, program);
        SlotClaim claim = runs.claim(job, new Slot("nightly", NIGHT)).orElseThrow();
        breakJob();
        Thread running = new Thread(() -> runs.run(job, claim));
        running.start();
        Awaitility.await().until(() -> running.getState() == Thread.State.TIMED_WAITING);

        job("nightly", "0 30 2 * * *", "");
        running.join(20_000);

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
    }

    @Test
    void brokenJobFileIsLeftToAnotherProcess() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        Timetable other = timetable();
        other.refresh();
        breakJob();
        timetable.refresh();
        job("nightly", "0 30 2 * * *", "");
        clock.set(NIGHT);
        other.look();
        breakJob();
        timetable.refresh();
        clock.set(NIGHT.plus(Duration.ofMinutes(2)));
        timetable.look();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
    }

    @Test
    void slotOfABrokenJobFileDoesNotRunAfterALaterOne() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        breakJob();
        timetable.refresh();
        clock.set(NIGHT.plus(Timetable.GRACE));
        timetable.look();
        Timetable other = timetable();
        job("nightly", "0 30 2 * * *", "");
        slots.complete(new Slot("nightly", NIGHT.plus(Duration.ofDays(1))), "", SlotState.RAN, null, 0);

        timetable.refresh();
        other.refresh();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN, SlotState.REFUSED);
    }

    @ParameterizedTest
    @CsvSource({"'', RAN", "', missed: skip', REFUSED"})
    void brokenJobFileIsKnownToProcessesThatStart(String schedule, SlotState end) throws IOException {
        job("nightly", "0 30 2 * * *", schedule);
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        breakJob();
        timetable = timetable();
        timetable.refresh();
        clock.set(NIGHT.plus(Duration.ofDays(2)).plus(Timetable.GRACE));
        timetable.look();
        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.REFUSED, SlotState.MISSED);

        job("nightly", "0 30 2 * * *", schedule);
        timetable = timetable();
        timetable.refresh();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(end, SlotState.MISSED);
    }

    @Test
    void removedJobFileHasNoSlots() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        timetable.refresh();
        breakJob();
        timetable.refresh();
        Files.delete(folder.resolve("jobs/nightly.yml"));
        timetable.refresh();
        clock.set(NIGHT.plus(Timetable.GRACE));
        timetable.look();

        assertThat(recent()).isEmpty();
    }

    @Test
    void scheduleThatComesBackHasMissedNothing() throws IOException {
        job("nightly", "0 30 2 * * *", ", missed: run-all");
        timetable.refresh();
        refreshWithoutSchedule(Timetable.GRACE);
        clock.set(NIGHT.plus(Duration.ofDays(3)));
        breakJob();
        timetable = timetable();
        timetable.refresh();
        timetable.look();

        job("nightly", "0 30 2 * * *", ", missed: run-all");
        timetable.refresh();
        timetable.look();

        assertThat(recent()).isEmpty();
    }

    @Test
    void scheduleThatIsAwayForAMomentLosesNoSlot() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        clock.set(NIGHT.minusSeconds(2));
        refreshWithoutSchedule(Duration.ofSeconds(5));
        job("nightly", "0 30 2 * * *", "");
        timetable.refresh();
        timetable.look();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
    }

    @Test
    void openSlotsOfARemovedScheduleAreMissed() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        timetable.refresh();
        String schedule = timetable.scheduled().get(0).text();
        slots.defer(new Slot("other", NIGHT), schedule);
        slots.claim(new Slot("nightly", NIGHT), schedule, Duration.ofMinutes(1));
        SlotClaim dead = slots.claim(new Slot("nightly", night(1)), schedule, Duration.ofSeconds(-1))
                .orElseThrow();
        slots.waits(dead, new FileWait("in.csv", night(2)));

        clock.set(night(2));
        refreshWithoutSchedule(Timetable.GRACE);

        assertThat(recent())
                .extracting(SlotRecord::state, SlotRecord::reason, SlotRecord::waits)
                .containsExactly(
                        tuple(SlotState.MISSED, "the job has no schedule any more", null),
                        tuple(SlotState.CLAIMED, null, null));
        assertThat(slots.waiting("other")).hasSize(1);
    }

    @Test
    void openSlotsOfARemovedJobFileAreMissedAfterADay() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        timetable.refresh();
        slots.defer(new Slot("nightly", NIGHT), timetable.scheduled().get(0).text());
        Files.delete(folder.resolve("jobs/nightly.yml"));
        clock.set(NIGHT.plusSeconds(5));
        timetable.refresh();
        clock.set(NIGHT.plus(Timetable.LONGEST_ABSENCE));
        timetable.refresh();
        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.WAITING);

        clock.set(NIGHT.plus(Timetable.LONGEST_ABSENCE).plusSeconds(5));
        timetable.refresh();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.MISSED);
    }

    /** Removes the schedule from the job file, and reads it again now and after a while. */
    private void refreshWithoutSchedule(Duration later) throws IOException {
        Files.writeString(folder.resolve("jobs/nightly.yml"), "source: {files: in.csv}\ntarget: {collection: c}\n");
        timetable.refresh();
        clock.set(clock.instant().plus(later));
        timetable.refresh();
    }

    private void breakJob() throws IOException {
        Files.writeString(folder.resolve("jobs/nightly.yml"), "sauce: {files: in.csv}\n");
    }

    @Test
    void loadedContentIsNothingToImport() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();

        clock.set(NIGHT.plus(Duration.ofDays(1)));
        timetable.look();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.NOTHING, SlotState.RAN);
    }

    @Test
    void filesAreNamedByTheSlotInTheSchedulesZone() throws IOException {
        job("nightly", "0 30 0 * * *", ", zone: Asia/Tokyo", "'in-{date:yyyyMMdd}.csv'");
        Files.writeString(folder.resolve("in-20261121.csv"), "n\n7\n");
        timetable.refresh();

        clock.set(Instant.parse("2026-11-20T15:30:00Z"));
        timetable.look();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
        assertThat(program.documents("c"))
                .singleElement()
                .satisfies(document -> assertThat(document).containsEntry("n", "7"));
    }

    @Test
    void oneRunStandsForAllThatWereMissed() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();

        clock.set(NIGHT.plus(Duration.ofDays(3)).plusSeconds(3600));
        Timetable later = timetable();
        later.refresh();
        later.look();

        assertThat(recent())
                .extracting(SlotRecord::state, SlotRecord::others)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(SlotState.RAN, 0),
                        org.assertj.core.groups.Tuple.tuple(SlotState.MISSED, 2));
    }

    @Test
    void jobThatSkipsWhatIsMissedIsNotRun() throws IOException {
        job("nightly", "0 30 2 * * *", ", missed: skip");
        timetable.refresh();

        clock.set(NIGHT.plus(Duration.ofDays(1)).plusSeconds(3600));
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.MISSED);
            assertThat(slot.others()).isEqualTo(1);
        });
    }

    @Test
    void slotWhoseEarlierOneIsNotOverIsLeftOut() throws IOException {
        job("often", "0 * * * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        ScheduledJob job = timetable.scheduled().get(0);
        slots.claim(new Slot("often", START.plusSeconds(60)), job.text(), Duration.ofMinutes(1));

        clock.set(START.plusSeconds(121));
        timetable.look();

        assertThat(slots.recent("often", 5).get(0)).satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.OVERLAPPED);
            assertThat(slot.reason()).isEqualTo("the slot of 2026-11-20 01:01:00 UTC had not ended");
        });
    }

    @Test
    void slotOfADeadProcessIsRunByAnother() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        ScheduledJob job = timetable.scheduled().get(0);
        slots.claim(new Slot("nightly", NIGHT), job.text(), Duration.ofSeconds(-1));
        clock.set(NIGHT.plusSeconds(5));

        timetable.refresh();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
        assertThat(program.documents("c")).hasSize(1);
    }

    @Test
    void slotOfAChangedJobIsRefusedWithWhatWasChanged() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();
        job("nightly", "0 30 2 * * *", "}\nfields: {n: int32");
        timetable.refresh();

        clock.set(NIGHT.plus(Duration.ofDays(1)));
        timetable.look();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.REFUSED, SlotState.RAN);
        assertThat(recent().get(0).reason()).contains("fields.n was not set and is int32 now", "--again");
        assertThat(program.documents("c")).hasSize(1);
    }

    @Test
    void lateFileIsAPendingNotificationOfItsOwn() throws Exception {
        PendingNotifications pending = new PendingNotifications(program.database(), RetryBudget.NONE);
        job("nightly", "0 30 2 * * *", ", wait: 2h}\nnotify: {late: 90m");
        timetable.refresh();
        clock.set(NIGHT);
        Thread looking = new Thread(timetable::look);
        looking.start();
        Awaitility.await().until(() -> looking.getState() == Thread.State.TIMED_WAITING);
        assertThat(pending.claim(Duration.ZERO)).isEmpty();

        clock.set(NIGHT.plus(Duration.ofMinutes(90)));
        Awaitility.await()
                .untilAsserted(() -> assertThat(pending.claim(Duration.ofSeconds(9)))
                        .hasValueSatisfying(late -> {
                            assertThat(late.record().state()).isEqualTo(SlotState.CLAIMED);
                            assertThat(late.record().reason())
                                    .startsWith("waits for ")
                                    .endsWith("in.csv until 2026-11-20 04:30:00 UTC");
                            assertThat(late.isRecentAfter(Duration.ofHours(1))).isTrue();
                            pending.markNotified(late, List.of("late"), null);
                        }));
        assertThat(pending.claim(Duration.ZERO)).isEmpty();

        clock.set(NIGHT.plus(Duration.ofHours(2)));
        looking.join(20_000);
        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.REFUSED);
            assertThat(slot.reason()).endsWith("in.csv did not come by 2026-11-20 04:30:00 UTC");
        });
        assertThat(pending.claim(Duration.ZERO))
                .hasValueSatisfying(last -> assertThat(last.record().state()).isEqualTo(SlotState.REFUSED));
    }

    @Test
    void fileThatComesLateIsWaitedFor() throws Exception {
        job("nightly", "0 30 2 * * *", ", wait: 2h");
        timetable.refresh();
        clock.set(NIGHT);
        Thread looking = new Thread(timetable::look);
        looking.start();
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.CLAIMED));
        Awaitility.await().until(() -> looking.getState() == Thread.State.TIMED_WAITING);

        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        looking.join(20_000);

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
    }

    @Test
    void jobFileIsReadAgainWhileItsSlotWaits() throws Exception {
        job("nightly", "0 30 2 * * *", ", wait: 2h", "wrong.csv");
        timetable.refresh();
        clock.set(NIGHT);
        Thread looking = new Thread(timetable::look);
        looking.start();
        awaitWaiting(looking);
        breakJob();
        awaitLooks(looking);

        job("nightly", "0 30 2 * * *", ", wait: 2h", "right.csv");
        Awaitility.await()
                .untilAsserted(() -> assertThat(recent().get(0).waits())
                        .isEqualTo(new FileWait("right.csv", NIGHT.plus(Duration.ofHours(2)))));
        Files.writeString(folder.resolve("right.csv"), "n\n1\n");
        looking.join(20_000);

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
    }

    @Test
    void newFileIsWaitedForBesideKnownOnes() throws Exception {
        folderJob(", wait: 2h", "each: file, expect: {marker: '{file}.done'}");
        input("a.csv", "n\n1\n");
        input("a.csv.done", "");
        Thread looking = lookInTheSecondNight();

        input("b.csv", "n\n2\n");
        awaitLooks(looking);
        assertThat(recent()).first().extracting(SlotRecord::state).isEqualTo(SlotState.CLAIMED);
        assertThat(recent())
                .first()
                .extracting(SlotRecord::waits)
                .isEqualTo(new FileWait(
                        "in/*.csv, in/b.csv.done (the marker of a file that is there)",
                        NIGHT.plus(Duration.ofHours(26))));
        input("b.csv.done", "");
        looking.join(20_000);
        assertThat(recent()).extracting(SlotRecord::waits).containsOnlyNulls();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN, SlotState.RAN);
        assertThat(program.documents("c")).hasSize(2);
    }

    @Test
    void olderFileDoesNotEndTheWaitForTheNewest() throws Exception {
        folderJob(", wait: 2h", "each: newest, after: {completed: done}");
        input("a-20.csv", "n\n20\n");
        input("a-21.csv", "n\n21\n");
        Thread looking = lookInTheSecondNight();

        input("a-22.csv", "n\n22\n");
        looking.join(20_000);

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN, SlotState.RAN);
        assertThat(program.documents("c")).extracting(row -> row.get("n")).containsExactly("21", "22");
    }

    @Test
    void markersOfFilesTogetherAreWaitedFor() throws Exception {
        folderJob(", wait: 2h", "expect: {marker: '{file}.done'}");
        input("a.csv", "n\n1\n");
        input("a.csv.done", "");
        input("b.csv", "n\n2\n");
        timetable.refresh();
        clock.set(NIGHT);
        Thread looking = new Thread(timetable::look);
        looking.start();
        awaitWaiting(looking);
        awaitLooks(looking);
        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.CLAIMED);

        input("b.csv.done", "");
        looking.join(20_000);

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
        assertThat(program.documents("c")).hasSize(2);
    }

    @Test
    void slotHasARunForEachNewFile() throws IOException {
        folderJob("", "each: file");
        input("a.csv", "n\n1\n");
        input("b.csv", "n\n2\n");
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.RAN);
            assertThat(slot.runIds()).hasSize(2).contains(slot.runId());
        });
    }

    @ParameterizedTest
    @CsvSource({"fail, REFUSED, write empty: ok", "ok, NOTHING, which the job allows"})
    void slotWithoutANewFileHasNothingToRun(String empty, SlotState state, String reason) throws IOException {
        folderJob("}\nempty: " + empty + "\nrejects: {limit: 1", "each: file");
        input("a.csv", "n\n1\n");
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();
        clock.set(NIGHT.plus(Duration.ofDays(1)));
        timetable.look();

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(state, SlotState.RAN);
        assertThat(recent().get(0).reason()).contains("there was no new file", reason);
        assertThat(recent().get(0).runIds()).isEmpty();
    }

    @Test
    void growingFileOfASlotIsLeftAndTheOthersAreImported() throws Exception {
        folderJob("", "each: file");
        input("a.csv", "n\n1\n");
        Files.setLastModifiedTime(folder.resolve("in/a.csv"), FileTime.from(NIGHT.minusSeconds(600)));
        timetable = timetable(stamps(), growing(folder.resolve("in/b.csv")));
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.REFUSED);
            assertThat(slot.reason()).contains("b.csv: is still being written");
            assertThat(slot.runIds()).hasSize(1);
        });
        assertThat(program.documents("c")).hasSize(1);
    }

    /** Returns the clock of the slots, which runs, and adds a line to a file whenever it is read. */
    private Clock growing(Path file) {
        InstantSource growing = () -> {
            Instant now = clock.instant().plusMillis(10);
            clock.set(now);
            try {
                Files.writeString(file, now + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                Files.setLastModifiedTime(file, FileTime.from(now.plusSeconds(60)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return now;
        };
        return growing.withZone(ZoneOffset.UTC);
    }

    @Test
    void refusedFileOfASlotIsNamedBesideTheOthers() throws IOException {
        folderJob("", "each: file");
        input("a.csv", "n\n1\n");
        input("b.csv", "");
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.REFUSED);
            assertThat(slot.reason()).contains("b.csv");
            assertThat(slot.runIds()).hasSize(1);
        });
    }

    @Test
    void missingFileIsReported() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        timetable.refresh();

        clock.set(NIGHT);
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.REFUSED);
            assertThat(slot.reason()).contains("in.csv");
        });
    }

    @Test
    void noFileIsNothingToImportWhereTheJobAllowsIt() throws IOException {
        job("nightly", "0 30 2 * * *", "}\nempty: ok\nrejects: {limit: 1");
        timetable.refresh();

        clock.set(NIGHT);
        timetable.look();

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.NOTHING);
            assertThat(slot.runId()).isNull();
        });
    }

    @Test
    void oneRunStandsForHoursOfMissedSeconds() throws IOException {
        job("nightly", "* * * * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        Instant late = START.plus(Duration.ofHours(3));

        clock.set(late);
        timetable.look();
        timetable.look();

        assertThat(recent())
                .extracting(record -> record.slot().time(), SlotRecord::state)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(late, SlotState.RAN),
                        org.assertj.core.groups.Tuple.tuple(late.minusSeconds(1), SlotState.MISSED));
    }

    @Test
    void clockJumpsNeitherRepeatNorLoseSlots() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();

        clock.set(NIGHT.minus(Duration.ofHours(1)));
        timetable.look();
        Timetable begunMeanwhile = timetable();
        begunMeanwhile.refresh();
        clock.set(NIGHT.plusSeconds(1));
        timetable.look();
        begunMeanwhile.look();
        assertThat(recent()).hasSize(1);

        clock.set(NIGHT.plus(Duration.ofDays(1)));
        timetable.look();
        begunMeanwhile.look();
        assertThat(recent())
                .extracting(record -> record.slot().time())
                .containsExactly(NIGHT.plus(Duration.ofDays(1)), NIGHT);
    }

    @Test
    void slotRunsWhenMongoIsBack() throws IOException {
        job("nightly", "0 30 2 * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();

        withoutSlots(() -> lookAt(NIGHT));
        assertThat(recent()).isEmpty();
        lookAt(NIGHT.plusSeconds(30));

        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.slot().time()).isEqualTo(NIGHT);
            assertThat(slot.state()).isEqualTo(SlotState.RAN);
        });
        assertThat(program.documents("c")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"in/*.csv |", "in/*.csv, each: file |", "in/*.csv, each: file | , missed: run-all"})
    void slotWhoseRunLosesMongoIsContinued(String files, @Nullable String schedule) throws IOException {
        job("nightly", "0 30 2 * * *", schedule == null ? "" : schedule, files);
        input("a.csv", "n\n1\n");
        try (Program impatient = Program.start(TestServer.uri(), DATABASE, "mongohaul.import.ride-through=100ms")) {
            timetable = timetable(stamps(), clock, impatient);
            timetable.refresh();

            FailPoint.on("update")
                    .errorCode(11602)
                    .namespace(DATABASE + ".BATCH_JOB_EXECUTION")
                    .afterFirst(1)
                    .during(TestServer.client(), () -> lookAt(NIGHT.plusSeconds(1)));
            assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.CLAIMED);
            clock.set(NIGHT.plusSeconds(6));
            timetable.refresh();
        }

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN);
        assertThat(program.bean(Runs.class).recent(5))
                .extracting(Run::ending)
                .containsExactly(RunStatus.COMPLETED, RunStatus.KILLED);
        assertThat(program.documents("c")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"11602, 55, CLAIMED, RAN", "11602, 60, REFUSED, REFUSED", "13, 0, REFUSED, REFUSED"})
    void slotThatAnOutageDoesNotLetBeginIsTriedForAnHour(int code, int minutes, SlotState first, SlotState last)
            throws IOException {
        folderJob("", "each: file");
        input("a.csv", "n\n1\n");
        try (Program impatient = Program.start(TestServer.uri(), DATABASE, "mongohaul.import.ride-through=100ms")) {
            timetable = timetable(stamps(impatient), clock, impatient);
            timetable.refresh();

            FailPoint.on("find")
                    .errorCode(code)
                    .namespace(DATABASE + ".mongohaul_files")
                    .during(TestServer.client(), () -> {
                        for (int minute = 0; minute <= minutes; minute += 5) {
                            lookAt(NIGHT.plus(Duration.ofMinutes(minute)));
                            timetable.refresh();
                        }
                    });
            assertThat(recent()).extracting(SlotRecord::state).containsExactly(first);
            timetable.refresh();
        }

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(last);
    }

    @Test
    void slotThatIsContinuedHasTheRunsOfBothProcesses() throws IOException {
        folderJob("", "each: file, ragged: reject, after: {completed: done, failed: failed}");
        input("a.csv", "n\n1,2\n");
        input("b.csv", "");
        input("c.csv", "n\n3\n");
        input("d.csv", "n\n4\n");
        input("e.csv", "");
        try (Program impatient = Program.start(TestServer.uri(), DATABASE, "mongohaul.import.ride-through=100ms")) {
            timetable = timetable(stamps(), clock, impatient);
            timetable.refresh();

            FailPoint.on("update")
                    .errorCode(11602)
                    .namespace(DATABASE + ".BATCH_JOB_EXECUTION")
                    .afterFirst(5)
                    .during(TestServer.client(), () -> lookAt(NIGHT.plusSeconds(1)));
            assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.CLAIMED);
            clock.set(NIGHT.plusSeconds(6));
            timetable.refresh();
        }

        assertThat(program.documents("c")).hasSize(2);
        List<Run> runs = program.bean(Runs.class).recent(5);
        assertThat(runs)
                .extracting(Run::ending)
                .containsExactly(
                        RunStatus.COMPLETED, RunStatus.KILLED, RunStatus.COMPLETED, RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(recent()).singleElement().satisfies(slot -> {
            assertThat(slot.state()).isEqualTo(SlotState.REFUSED);
            assertThat(slot.reason())
                    .containsOnlyOnce("in/b.csv: the input has no record")
                    .contains("; moved to " + folder.resolve("failed/b.csv"))
                    .containsOnlyOnce("in/e.csv: the input has no record");
            assertThat(slot.runId()).isEqualTo(runs.get(3).id());
            assertThat(slot.runIds())
                    .containsExactly(
                            runs.get(3).id(), runs.get(2).id(), runs.get(0).id());
        });
    }

    @Test
    void lastRunOfEachImportCountsForASlotThatIsTakenOver() throws IOException {
        folderJob("", "each: file, ragged: reject");
        input("a.csv", "n\n1,2\n3\n");
        timetable.refresh();
        lookAt(NIGHT);
        folderJob("}\nrejects: {limit: 1", "each: file, ragged: reject");
        timetable.refresh();
        lookAt(NIGHT.plus(Duration.ofDays(1)));
        List<Run> runs = program.bean(Runs.class).recent(5);
        assertThat(runs)
                .extracting(Run::ending)
                .containsExactly(RunStatus.COMPLETED_WITH_REJECTS, RunStatus.REJECT_LIMIT_EXCEEDED);
        Slot slot = new Slot("nightly", NIGHT.plus(Duration.ofDays(2)));
        SlotClaim claim = slots.claim(slot, timetable.scheduled().get(0).text(), Duration.ofSeconds(-1))
                .orElseThrow();
        slots.ran(claim, runs.get(1).id());
        slots.ran(claim, runs.get(0).id());
        input("b.csv", "n\n4\n");
        clock.set(slot.time().plusSeconds(5));

        timetable.refresh();

        long last = program.bean(Runs.class).recent(1).get(0).id();
        assertThat(recent()).first().satisfies(ended -> {
            assertThat(ended.runId()).isEqualTo(runs.get(0).id());
            assertThat(ended.runIds()).containsExactly(runs.get(0).id(), last);
        });
    }

    @Test
    void slotsOfALongOutageAreMissedAndTheLastRuns() throws IOException {
        job("nightly", "0 * * * * *", "");
        Files.writeString(folder.resolve("in.csv"), "n\n1\n");
        timetable.refresh();

        withoutSlots(() -> {
            for (int minute = 1; minute <= 4; minute++) {
                lookAt(START.plus(Duration.ofMinutes(minute)));
            }
        });
        lookAt(START.plusSeconds(245));

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN, SlotState.MISSED);
        assertThat(recent().get(1).others()).isEqualTo(2);
        assertThat(recent().get(1).reason()).isEqualTo("MongoDB could not be reached; the last slot runs for all");
    }

    @Test
    void everyMissedSlotOfADatedFileRunsInOrder() throws IOException {
        job("nightly", "0 30 2 * * *", "", "'in-{date}.csv'");
        datedFiles(20, 21, 22, 23);
        timetable.refresh();

        lookAt(NIGHT.plus(Duration.ofDays(3)).plusSeconds(3600));

        assertThat(recent()).hasSize(4).extracting(SlotRecord::state).containsOnly(SlotState.RAN);
        assertThat(recent())
                .extracting(SlotRecord::runId)
                .isSortedAccordingTo(java.util.Comparator.<Long>naturalOrder().reversed());
        assertThat(program.documents("c")).hasSize(4);
    }

    @Test
    void oldestOfMoreThan31MissedSlotsAreMissed() throws IOException {
        job("nightly", "0 0 * * * *", "}\nempty: ok\nrejects: {limit: 1", "'in-{date:yyyyMMddHH}.csv'");
        timetable.refresh();

        lookAt(START.plus(Duration.ofHours(40)));

        List<SlotRecord> all = slots.recent("nightly", 50);
        assertThat(all).hasSize(32);
        assertThat(all.subList(0, 31)).extracting(SlotRecord::state).containsOnly(SlotState.NOTHING);
        assertThat(all.get(31).state()).isEqualTo(SlotState.MISSED);
        assertThat(all.get(31).others()).isEqualTo(8);
    }

    @Test
    void slotOfADatedFileWaitsForTheEarlierOne() throws IOException {
        job("nightly", "0 30 2 * * *", "", "'in-{date}.csv'");
        datedFiles(20, 21, 22);
        timetable.refresh();
        ScheduledJob job = timetable.scheduled().get(0);
        SlotClaim running = slots.claim(new Slot("nightly", NIGHT), job.text(), Duration.ofMinutes(1))
                .orElseThrow();

        lookAt(NIGHT.plus(Duration.ofDays(1)));
        lookAt(NIGHT.plus(Duration.ofDays(2)));
        timetable().refresh();
        assertThat(recent())
                .extracting(SlotRecord::state)
                .containsExactly(SlotState.WAITING, SlotState.WAITING, SlotState.CLAIMED);

        slots.complete(running, SlotState.RAN, 7L, List.of(), null);
        timetable.refresh();

        assertThat(recent()).hasSize(3).extracting(SlotRecord::state).containsOnly(SlotState.RAN);
        assertThat(program.documents("c")).hasSize(2);
    }

    @Test
    void slotsThatWaitTooLongAreMissed() throws IOException {
        job("nightly", "0 0 * * * *", "", "'in-{date:yyyyMMddHH}.csv'");
        timetable.refresh();
        ScheduledJob job = timetable.scheduled().get(0);
        slots.claim(new Slot("nightly", START.plus(Duration.ofHours(1))), job.text(), Duration.ofMinutes(1));

        for (int hour = 2; hour <= 34; hour++) {
            lookAt(START.plus(Duration.ofHours(hour)));
        }

        List<SlotRecord> all = slots.recent("nightly", 50);
        assertThat(all.subList(0, 31)).extracting(SlotRecord::state).containsOnly(SlotState.WAITING);
        assertThat(all.subList(31, 33)).extracting(SlotRecord::state).containsOnly(SlotState.MISSED);
        assertThat(all.get(33).state()).isEqualTo(SlotState.CLAIMED);
    }

    @Test
    void refusedSlotRunsAgainBeforeTheNext() throws IOException {
        job("nightly", "0 30 2 * * *", "", "'in-{date}.csv'");
        timetable.refresh();
        lookAt(NIGHT);
        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.REFUSED);

        datedFiles(20, 21);
        lookAt(NIGHT.plus(Duration.ofDays(1)));

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN, SlotState.RAN);
        assertThat(recent().get(0).runId()).isGreaterThan(recent().get(1).runId());
        assertThat(recent().get(1).reason()).isNull();
    }

    @Test
    void insertsOfARefusedSlotCanRunAfterALaterOne() throws IOException {
        job("nightly", "0 30 2 * * *", "", "'in-{date}.csv'");
        timetable.refresh();
        datedFiles(21);
        lookAt(NIGHT);
        lookAt(NIGHT.plus(Duration.ofDays(1)));
        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN, SlotState.REFUSED);

        datedFiles(20, 22);
        lookAt(NIGHT.plus(Duration.ofDays(2)));

        assertThat(recent()).hasSize(3).extracting(SlotRecord::state).containsOnly(SlotState.RAN);
    }

    @Test
    void oldReplacementsDoNotRunAfterLaterOnes() throws IOException {
        job("nightly", "0 30 2 * * *", "}\nwrite: {operation: upsert, match: [n]", "'in-{date}.csv'");
        timetable.refresh();
        datedFiles(21);
        lookAt(NIGHT);
        lookAt(NIGHT.plus(Duration.ofDays(1)));

        datedFiles(20, 22);
        lookAt(NIGHT.plus(Duration.ofDays(2)));

        assertThat(recent())
                .extracting(SlotRecord::state)
                .containsExactly(SlotState.RAN, SlotState.RAN, SlotState.REFUSED);
    }

    @Test
    void oldReplacementsDoNotRunAfterALaterSlotWhoseProcessDied() throws IOException {
        job("nightly", "0 30 2 * * *", "}\nwrite: {operation: upsert, match: [n]", "'in-{date}.csv'");
        timetable.refresh();
        lookAt(NIGHT);
        Slot next = new Slot("nightly", NIGHT.plus(Duration.ofDays(1)));
        slots.claim(next, timetable.scheduled().get(0).text(), Duration.ofSeconds(-1));

        datedFiles(20, 21, 22);
        lookAt(NIGHT.plus(Duration.ofDays(2)));

        assertThat(recent())
                .extracting(SlotRecord::state)
                .containsExactly(SlotState.RAN, SlotState.RAN, SlotState.REFUSED);
    }

    @Test
    void datedFileCanBeLeftToOneRun() throws IOException {
        job("nightly", "0 30 2 * * *", ", missed: run-once", "'in-{date}.csv'");
        datedFiles(20, 21);
        timetable.refresh();

        lookAt(NIGHT.plus(Duration.ofDays(1)).plusSeconds(3600));

        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.RAN, SlotState.MISSED);
    }

    @Test
    void slotsOfAPauseAreNeitherRunNorMissed() throws IOException {
        job("nightly", "0 30 2 * * *", "", "'in-{date}.csv'");
        datedFiles(20, 21, 22, 23, 24);
        timetable.refresh();
        lookAt(NIGHT);
        Pauses pauses = slots.pauses();
        assertThat(pauses.resume("nightly", "anna", NIGHT)).isFalse();
        assertThat(pauses.pause("nightly", "anna", night(0).plusSeconds(60))).isTrue();
        assertThat(pauses.pause("nightly", "bob", night(0).plusSeconds(70))).isFalse();
        assertThat(pauses.present("nightly")).contains(new Pause(night(0).plusSeconds(60), "anna", null, null));

        lookAt(night(1));
        timetable().refresh();
        assertThat(recent()).hasSize(1);

        assertThat(pauses.resume("nightly", null, night(1).plusSeconds(60))).isTrue();
        assertThat(pauses.pause("nightly", null, night(1).plusSeconds(120))).isTrue();
        assertThat(pauses.resume("nightly", "bob", night(2).plusSeconds(60))).isTrue();
        assertThat(pauses.present()).isEmpty();
        Timetable restarted = timetable();
        clock.set(night(2).plusSeconds(61));
        restarted.refresh();
        restarted.look();
        assertThat(recent()).hasSize(1);

        clock.set(night(3).plusSeconds(1));
        restarted.look();
        timetable.look();
        assertThat(recent())
                .extracting(record -> record.slot().time(), SlotRecord::state)
                .containsExactly(tuple(night(3), SlotState.RAN), tuple(NIGHT, SlotState.RAN));
    }

    @Test
    void slotsBeforeAPauseWaitForItsEnd() throws IOException {
        job("nightly", "0 30 2 * * *", "", "'in-{date}.csv'");
        datedFiles(20, 21, 22);
        timetable.refresh();
        slots.claim(new Slot("nightly", NIGHT), timetable.scheduled().get(0).text(), Duration.ofSeconds(-1));
        slots.pauses().pause("nightly", "anna", night(1).plusSeconds(60));
        clock.set(night(2).plusSeconds(1));

        timetable.look();
        timetable.refresh();
        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.CLAIMED);

        slots.pauses().resume("nightly", "anna", night(2).plusSeconds(2));
        timetable.refresh();
        lookAt(night(2).plusSeconds(3));
        assertThat(recent())
                .extracting(record -> record.slot().time(), SlotRecord::state)
                .containsExactly(tuple(night(1), SlotState.RAN), tuple(NIGHT, SlotState.RAN));
    }

    private static Instant night(int day) {
        return NIGHT.plus(Duration.ofDays(day));
    }

    private void lookAt(Instant time) {
        clock.set(time);
        try {
            timetable.look();
        } catch (TransientServerException e) {
            assertThat(e).hasMessageContaining("slot");
        }
    }

    /** As when MongoDB cannot be reached: no command on the slots is answered. */
    private void withoutSlots(Runnable meanwhile) {
        FailPoint.on("update", "find", "findAndModify", "aggregate")
                .namespace(DATABASE + ".mongohaul_slots")
                .closeConnection()
                .during(TestServer.client(), meanwhile);
        Awaitility.await().ignoreExceptions().until(() -> recent().isEmpty());
    }

    private void datedFiles(int... days) throws IOException {
        for (int day : days) {
            Files.writeString(folder.resolve("in-2026-11-" + day + ".csv"), "n\n" + day + "\n");
        }
    }

    private List<SlotRecord> recent() {
        return slots.recent("nightly", 5);
    }

    /** Lets the slot of a first night run, and starts that of the second one, which waits for its files. */
    private Thread lookInTheSecondNight() throws IOException {
        timetable.refresh();
        clock.set(NIGHT);
        timetable.look();
        clock.set(NIGHT.plus(Duration.ofDays(1)));
        Thread looking = new Thread(timetable::look);
        looking.start();
        awaitWaiting(looking);
        return looking;
    }

    private void awaitWaiting(Thread looking) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(recent())
                        .first()
                        .extracting(SlotRecord::state)
                        .isEqualTo(SlotState.CLAIMED));
        Awaitility.await().until(() -> looking.getState() == Thread.State.TIMED_WAITING);
    }

    /**
     * Waits until the thread has looked three times at the files that are there now, or is done. It reads the clock before
     * each look that finds none, and two that find the same files are the end of its wait.
     */
    private void awaitLooks(Thread looking) {
        int reads = clock.reads(looking);
        Awaitility.await().until(() -> clock.reads(looking) >= reads + 4 || !looking.isAlive());
    }

    private void folderJob(String schedule, String source) throws IOException {
        job("nightly", "0 30 2 * * *", schedule, "in/*.csv, " + source);
    }

    private void input(String name, String content) throws IOException {
        Files.createDirectories(folder.resolve("in"));
        Files.writeString(folder.resolve("in").resolve(name), content);
    }

    private void job(String name, String cron, String schedule) throws IOException {
        job(name, cron, schedule, "in.csv");
    }

    private void job(String name, String cron, String schedule, String file) throws IOException {
        Files.writeString(folder.resolve("jobs/" + name + ".yml"), """
                source: {files: %s}
                target: {collection: c}
                unfinished: abandon
                schedule: {cron: "%s"%s}
                """.formatted(file, cron, schedule));
    }

    private Timetable timetable() {
        return timetable(stamps());
    }

    private static Function<JobFile, SlotInput.Look> stamps() {
        return stamps(program);
    }

    private static Function<JobFile, SlotInput.Look> stamps(Program program) {
        ImportProperties limits = program.bean(ImportProperties.class);
        return job -> SlotInput.stamps(job, limits.inputRules(), program.bean(ImportLauncher.class)::known);
    }

    private Timetable timetable(Function<JobFile, SlotInput.Look> look) {
        return timetable(look, clock);
    }

    private Timetable timetable(Function<JobFile, SlotInput.Look> look, Clock time) {
        return timetable(look, time, program);
    }

    private Timetable timetable(Function<JobFile, SlotInput.Look> look, Clock time, Program program) {
        return new Timetable(
                files(), slots, runs(look, time, program), new ExecutorServiceAdapter(new SyncTaskExecutor()), time);
    }

    private SlotRuns runs(Function<JobFile, SlotInput.Look> look, Clock time, Program program) {
        return new SlotRuns(
                slots,
                files(),
                new ImportJobs(InputStream.nullInputStream(), program.bean(ImportProperties.class)),
                new SlotInput(look, Duration.ofMillis(50), time),
                program.bean(ImportLauncher.class),
                program.bean(Runs.class),
                Duration.ofSeconds(10),
                renewals);
    }

    private JobFiles files() {
        return new JobFiles(folder.resolve("jobs"), folder);
    }
}
