package dev.mongohaul.report;

import dev.mongohaul.repository.run.RunFilter;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.Slots;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Page of the runs of all jobs, and of the slots that did not run, the newest first.
 *
 * @param older page with the older ones; null if there are none
 */
public record Timeline(List<Entry> entries, @Nullable Page older) {

    private static final int RUNS = 50;
    private static final int SLOTS = 500;

    /** Words of slots that no run stands for. */
    private static final List<String> OF_SLOTS = List.of(
            SlotState.REFUSED.word(),
            SlotState.MISSED.word(),
            SlotState.OVERLAPPED.word(),
            SlotRecord.LATE,
            SlotState.WAITING.word(),
            SlotState.NOTHING.word());

    /**
     * What is wanted.
     *
     * @param job name, in which {@code *} stands for any characters; null for all jobs
     * @param words some of {@link #words}; empty for all
     * @param since earliest time; null if there is none
     * @param until latest time, exclusive; null if there is none
     */
    public record Wanted(
            @Nullable String job,
            List<String> words,
            @Nullable Instant since,
            @Nullable Instant until) {

        private RunFilter runs() {
            return RunReport.filter(job, words, since, until);
        }

        private boolean hasRuns() {
            return words.isEmpty() || !OF_SLOTS.containsAll(words);
        }

        /** A running slot has a run. */
        private boolean has(String word) {
            return OF_SLOTS.contains(word) && (words.isEmpty() || words.contains(word));
        }
    }

    /**
     * Upper bounds of a page.
     *
     * @param before of the numbers of runs, exclusive
     * @param until of the times of slots, exclusive; null if there is none
     */
    public record Page(long before, @Nullable Instant until) {}

    /** Run, or slot that did not run. */
    public record Entry(
            String job, @Nullable RunReport run, @Nullable SlotReport slot) {

        public Instant time() {
            return run == null ? Objects.requireNonNull(slot).time() : run.started();
        }

        public String status() {
            return run == null
                    ? Objects.requireNonNull(slot).state()
                    : run.status().word();
        }

        public @Nullable String reason() {
            if (run != null) {
                return run.reason();
            }
            SlotReport waiting = Objects.requireNonNull(slot);
            return waiting.waits() == null ? waiting.reason() : "waits " + waiting.cause();
        }
    }

    /** Returns all words that an entry can have. */
    public static List<String> words() {
        return Stream.concat(RunReport.statuses().stream(), OF_SLOTS.stream()).toList();
    }

    /** Returns a page: it ends after a number of runs, or of slots, and has all entries until then. */
    static Timeline of(Reports reports, Wanted wanted, Page page) {
        List<RunReport> runs = wanted.hasRuns() ? reports.runs(wanted.runs(), page.before(), RUNS + 1) : List.of();
        boolean moreRuns = runs.size() > RUNS;
        List<RunReport> first = moreRuns ? runs.subList(0, RUNS) : runs;
        Instant end = moreRuns
                ? first.stream()
                        .map(RunReport::started)
                        .min(Comparator.naturalOrder())
                        .orElseThrow()
                : wanted.since();
        Instant now = Instant.now();
        List<SlotRecord> slots = reports.slots()
                .withoutRun(
                        end,
                        page.until() == null ? wanted.until() : page.until(),
                        wanted.runs()::hasJob,
                        OF_SLOTS.stream().filter(wanted::has).collect(Collectors.toSet()),
                        now,
                        SLOTS + 1);
        if (slots.size() <= SLOTS) {
            return new Timeline(
                    entries(first, slots, now),
                    moreRuns ? new Page(first.get(RUNS - 1).run(), end) : null);
        }
        // Slots of the time at which the page is cut are on the next one, unless there are too many of them.
        Instant cut = slots.get(SLOTS).slot().time();
        List<SlotRecord> after =
                slots.stream().filter(slot -> slot.slot().time().isAfter(cut)).toList();
        List<RunReport> shown =
                first.stream().filter(run -> run.started().isAfter(cut)).toList();
        return new Timeline(
                entries(shown, after.isEmpty() ? slots.subList(0, SLOTS) : after, now),
                new Page(
                        shown.stream().mapToLong(RunReport::run).min().orElse(page.before()),
                        after.isEmpty() ? cut : cut.plusMillis(1)));
    }

    /** As {@link Reports#slotsWithoutRun}. */
    static List<Entry> withoutRun(Slots slots, RunFilter wanted, @Nullable Instant since, int limit) {
        Instant now = Instant.now();
        Set<String> words = Set.copyOf(OF_SLOTS.subList(0, OF_SLOTS.indexOf(SlotState.NOTHING.word())));
        List<SlotRecord> found = slots.withoutRun(since, null, wanted::hasJob, words, now, limit);
        return entries(List.of(), found, now);
    }

    private static List<Entry> entries(List<RunReport> runs, List<SlotRecord> slots, Instant now) {
        return Stream.concat(
                        runs.stream().map(run -> new Entry(run.job(), run, null)),
                        slots.stream().map(slot -> new Entry(slot.slot().job(), null, SlotReport.of(slot, null, now))))
                .sorted(Comparator.comparing(Entry::time).reversed())
                .toList();
    }
}
