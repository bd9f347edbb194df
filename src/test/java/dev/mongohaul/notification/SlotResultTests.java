package dev.mongohaul.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.architecture.StoredNames;
import dev.mongohaul.job.setting.Notify;
import dev.mongohaul.job.setting.NotifyFactor;
import dev.mongohaul.job.setting.NotifyShare;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.CsvHead;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedCut;
import dev.mongohaul.repository.plan.StoredRequest;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.Slot;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;

class SlotResultTests {

    private static final Notify USUAL = tolerance("1%", "3");
    private static final Notify ALL = new Notify(USUAL.rejects(), USUAL.slower(), true, true, null);

    @ParameterizedTest(name = "{0} of {1} records rejected: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            COMPLETED              | 0   | []        |
            COMPLETED_WITH_REJECTS | 1   | []        |
            COMPLETED_WITH_REJECTS | 2   | [rejects] | products of 2026-11-20 02:30:00 UTC (run 42) rejected 2 of 100 records
            REJECT_LIMIT_EXCEEDED  | 2   | [reject-limit-exceeded] | products of 2026-11-20 02:30:00 UTC (run 42) exceeded its reject limit, with 2 of 100 records
            LIMIT_EXCEEDED         | 0   | [limit-exceeded] | products of 2026-11-20 02:30:00 UTC (run 42) exceeded a limit
            STOPPED                | 0   | [stopped] | products of 2026-11-20 02:30:00 UTC (run 42) was stopped after 100 records
            FAILED                 | 0   | [failed]  | products of 2026-11-20 02:30:00 UTC (run 42) failed: The input is gone
            FAILED                 | 2   | [failed, rejects] | products of 2026-11-20 02:30:00 UTC (run 42) failed: The input is gone; rejected 2 of 100 records
            KILLED                 | 0   | [killed]  | products of 2026-11-20 02:30:00 UTC (run 42) was killed: The process was killed
            """)
    void endingAndRejectsOfARunAreEvents(RunStatus ending, int rejects, String events, @Nullable String text) {
        SlotResult result = ran(ending, rejects, 10, null);

        List<Event> actual = result.events(USUAL);

        assertThat(words(actual)).hasToString(events);
        if (text != null) {
            assertThat(result.text(actual)).isEqualTo(text);
        }
    }

    @ParameterizedTest(name = "{0} s, usual {1}, tolerance {2}: {3}")
    @CsvSource({
        "30, 10, 3, false",
        "30.001, 10, 3, true",
        "16, 10, 1.5, true",
        "1000, 10, , false",
        "1000, , 3, false",
    })
    void importIsSlowAboveAMultipleOfTheMedian(
            double seconds, @Nullable Double median, @Nullable String times, boolean slow) {
        SlotResult result = ran(RunStatus.COMPLETED, 0, seconds, median);

        assertThat(words(result.events(tolerance("1%", times))).contains("slower"))
                .isEqualTo(slow);
    }

    @Test
    void slowImportIsComparedWithTheMedian() {
        SlotResult result = ran(RunStatus.COMPLETED, 0, 300, 71.25);

        assertThat(result.text(result.events(USUAL)))
                .isEqualTo("products of 2026-11-20 02:30:00 UTC (run 42) took 300.0 s, where 71.3 s are usual");
    }

    @Test
    void driftIsAnEvent() {
        SlotResult result = ran(RunStatus.COMPLETED, 0, 10, null);
        Deviation.putInto(
                result.run().execution().getExecutionContext(),
                List.of(
                        new Deviation("records", null, 1.0, 2.0, true, "1 records were read, usually 2"),
                        new Deviation("new-column", "a", null, null, false, "column \"a\" is new")));

        assertThat(words(result.events(USUAL))).containsExactly("drift");
        assertThat(result.text(result.events(USUAL)))
                .isEqualTo(
                        "products of 2026-11-20 02:30:00 UTC (run 42) has other content than usual: 1 records were read,"
                                + " usually 2, column \"a\" is new");
        assertThat(result.run().drift()).extracting(Deviation::breach).containsExactly(true, false);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "2, true"})
    void rejectsAboveACountAreAnEvent(int rejects, boolean expected) {
        SlotResult result = ran(RunStatus.COMPLETED_WITH_REJECTS, rejects, 1, null);

        assertThat(words(result.events(tolerance("1", null))).contains("rejects"))
                .isEqualTo(expected);
        assertThat(result.events(tolerance("unlimited", null))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MISSED     | 0 | missed     | products of 2026-11-20 02:30:00 UTC was missed: why
            MISSED     | 1 | missed     | products of 2026-11-20 02:30:00 UTC was missed, as was the one before it: why
            MISSED     | 2 | missed     | products of 2026-11-20 02:30:00 UTC was missed, as 2 before it were: why
            OVERLAPPED | 0 | overlapped | products of 2026-11-20 02:30:00 UTC overlapped: why
            REFUSED    | 0 | refused    | products of 2026-11-20 02:30:00 UTC was refused: why
            """)
    void slotThatWasNotRunHasItsReason(SlotState state, int others, String event, String text) {
        SlotResult result = new SlotResult(record("products", state, "why", others), null, List.of(), 0, null, null);

        assertThat(words(result.events(USUAL))).containsExactly(event);
        assertThat(result.text(result.events(USUAL))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            COMPLETED              | 0 | [completed, recovered]
            COMPLETED_WITH_REJECTS | 1 | [completed, recovered]
            STOPPED                | 0 | [stopped]
            FAILED                 | 0 | [failed]
            """)
    void goodRunsAreEventsIfTheJobAsksForThem(RunStatus ending, int rejects, String events) {
        assertThat(words(ran(ending, rejects, 10, null).events(ALL))).hasToString(events);
    }

    @Test
    void textOfAGoodRunHasItsCounts() {
        SlotResult result = ran(RunStatus.COMPLETED_WITH_REJECTS, 1, 10, null);

        assertThat(result.text(result.events(ALL)))
                .isEqualTo(
                        "products of 2026-11-20 02:30:00 UTC (run 42) completed: 100 read, 99 written, 0 already there,"
                                + " 1 rejected; is good again, after run 41 failed");
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTHING", "RAN"})
    void emptyAndPrunedRunsAreNoEvent(SlotState state) {
        assertThat(new SlotResult(record("products", state, null, 0), null, List.of(), 0, null, null).events(USUAL))
                .isEmpty();
    }

    @Test
    void eventsOfAllRunsAreReportedOnce() {
        SlotResult failed = ran(RunStatus.FAILED, 0, 10, null);
        Run rejects = ran(RunStatus.COMPLETED_WITH_REJECTS, 2, 10, null).run();
        SlotRecord record = new SlotRecord(
                failed.record().slot(), SlotState.REFUSED, 42L, List.of(41L, 42L, 43L), "b.csv: no header", 0, null);

        SlotResult result = new SlotResult(record, failed.run(), List.of(rejects, rejects), 10, 1.0, null);

        assertThat(words(result.events(USUAL))).containsExactly("refused", "failed", "slower", "rejects");
        assertThat(result.text(result.events(USUAL)))
                .isEqualTo("products of 2026-11-20 02:30:00 UTC (3 imports) did not import all files: b.csv: no header;"
                        + " run 42 failed: The input is gone; run 42 took 10.0 s, where 1.0 s are usual;"
                        + " run 42 rejected 2 of 100 records; run 42 rejected 2 of 100 records");
    }

    @Test
    void onlyRunOfASlotThatRefusedAnotherFileIsNamed() {
        SlotResult failed = ran(RunStatus.FAILED, 0, 10, null);
        SlotRecord record = new SlotRecord(
                failed.record().slot(), SlotState.REFUSED, 42L, List.of(42L), "b.csv: no header", 0, null);

        SlotResult result = new SlotResult(record, failed.run(), List.of(), 10, null, null);

        assertThat(result.text(result.events(USUAL)))
                .isEqualTo("products of 2026-11-20 02:30:00 UTC did not import all files: b.csv: no header;"
                        + " run 42 failed: The input is gone");
    }

    @Test
    void threeRunsOfAnEventAreNamed() {
        SlotResult failed = ran(RunStatus.FAILED, 0, 10, null);
        SlotRecord record = new SlotRecord(
                failed.record().slot(), SlotState.RAN, 42L, List.of(41L, 42L, 43L, 44L, 45L), null, 0, null);

        SlotResult result = new SlotResult(record, failed.run(), Collections.nCopies(4, failed.run()), 10, null, null);

        assertThat(words(result.events(USUAL))).containsExactly("failed");
        assertThat(result.text(result.events(USUAL)))
                .isEqualTo("products of 2026-11-20 02:30:00 UTC (5 imports): "
                        + "run 42 failed: The input is gone; ".repeat(3) + "and 2 more");
    }

    @Test
    void textIsOneShortLineForAnyReason() {
        String reason = "line\r\n\u001b[2Jone\u2028\u202Etwo" + "x".repeat(10_000);

        SlotResult result =
                new SlotResult(record("a\nb", SlotState.REFUSED, reason, 0), null, List.of(), 0, null, null);
        String text = result.text(result.events(USUAL));

        assertThat(text)
                .startsWith("a b of 2026")
                .contains(": line [2Jone twoxxx")
                .hasSizeLessThan(600);
        assertThat(text).doesNotContainPattern("\\p{Cntrl}").endsWith(" …");
    }

    private static SlotResult ran(RunStatus ending, int rejects, double seconds, @Nullable Double median) {
        JobExecution execution = new JobExecution(42, new JobInstance(7, "products"), new JobParameters());
        execution.setStartTime(LocalDateTime.of(2026, 11, 20, 2, 30));
        String reason = ending == RunStatus.FAILED
                ? "The input is gone"
                : ending == RunStatus.KILLED ? "The process was killed" : "";
        execution.setExitStatus(new ExitStatus(ending.exitCode(), reason));
        Counts counts = new Counts(100, 100 - rejects, 0, rejects, 0);
        ImportIdentity identity = new ImportIdentity("products", "A", "shop.products", "insert", "meaning", 0);
        StoredRequest request = new StoredRequest("/jobs/products.yml", List.of());
        CsvHead head = new CsvHead(new Binary(new byte[0]), new Binary(new byte[0]));
        ImportPartition whole = ImportPartition.untouched(0, 10, 1).advanced(10, 100, counts);
        ImportPlan plan = ImportPlan.of(identity, request, head, List.of())
                .prepared(new PlannedCut(1, 1), 7, null, request, List.of(), List.of(whole));
        return new SlotResult(
                record("products", SlotState.RAN, null, 0),
                new Run(execution, plan),
                List.of(),
                seconds,
                median,
                "run 41 failed");
    }

    private static SlotRecord record(String job, SlotState state, @Nullable String reason, int others) {
        Instant night = Instant.parse("2026-11-20T02:30:00Z");
        return new SlotRecord(
                new Slot(job, night), state, state == SlotState.RAN ? 42L : null, List.of(), reason, others, night);
    }

    private static Notify tolerance(String rejects, @Nullable String slower) {
        return new Notify(
                new NotifyShare(RejectLimit.parse(rejects)),
                new NotifyFactor(slower == null ? null : new BigDecimal(slower)),
                false,
                false,
                null);
    }

    @Test
    void wordsOfEventsAreUnchanged() {
        SlotResult slow = ran(RunStatus.COMPLETED_WITH_REJECTS, 2, 10, 1.0);
        Deviation.putInto(
                slow.run().execution().getExecutionContext(),
                List.of(new Deviation("records", null, 1.0, 2.0, true, "1 records were read, usually 2")));
        Stream<SlotResult> results = Stream.of(
                        Arrays.stream(RunStatus.values()).map(status -> ran(status, 0, 10, null)),
                        Arrays.stream(SlotState.values())
                                .map(state -> new SlotResult(
                                        record("products", state, "why", 0), null, List.of(), 0, null, null)),
                        Stream.of(slow))
                .flatMap(some -> some);

        Stream<String> words = results.flatMap(result -> words(result.events(ALL)).stream());
        StoredNames.check(
                "events",
                Stream.concat(words, Stream.of("unverified")).distinct().toList());
    }

    private static List<String> words(List<Event> events) {
        return events.stream().map(Event::word).toList();
    }
}
