package dev.mongohaul.notification;

import dev.mongohaul.job.setting.Notify;
import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.History;
import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.repository.run.PastRun;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.Slot;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Notifications about slots, with what is stored of their runs.
 *
 * @param runs null if no server was reached, so that there is no run
 * @param before returns the last slot of the job before another that was run, refused or missed
 */
record Notifications(@Nullable Runs runs, Function<Slot, Optional<SlotRecord>> before) {

    /** Of a slot, in one notification. */
    private static final int MOST_IMPORTS = 100;

    private static final int MOST_FILES = 100;

    /** Imports among which the last run is looked for. */
    private static final int RECENT = 10;

    /** Returns the notification about a slot that was completed; empty if it has no event. */
    Optional<Notification> of(SlotRecord record, Notify settings) {
        SlotResult result = result(record, settings);
        List<Event> events = result.events(settings);
        return events.isEmpty()
                ? Optional.empty()
                : Optional.of(Notification.of(result, events, files(result), Instant.now()));
    }

    private SlotResult result(SlotRecord record, Notify settings) {
        Long runId = record.runId();
        Run run = runId == null || runs == null ? null : runs.find(runId).orElse(null);
        if (run == null || runs == null) {
            return new SlotResult(record, null, List.of(), 0, null, null);
        }
        History history = new History(runs);
        String job = record.slot().job();
        long number = run.importNumber();
        Optional<Medians> usual = run.ending().continues() ? Optional.empty() : history.usual(job, number);
        return new SlotResult(
                record,
                run,
                others(record, run, runs),
                history.find(job, number).map(past -> past.times().seconds()).orElse(0.0),
                usual.map(Medians::seconds).orElse(null),
                settings.recovered() && !run.ending().continues() && !hasUnfinished(job, runs)
                        ? failureBefore(record, run, runs)
                        : null);
    }

    /** Returns whether an import of the job waits for a person. */
    private static boolean hasUnfinished(String job, Runs runs) {
        return runs.unfinished().getOrDefault(job, List.of()).stream()
                .anyMatch(past -> past.last().status().needsAttention());
    }

    private static List<Run> others(SlotRecord record, Run run, Runs runs) {
        return record.runIds().stream()
                .filter(id -> id != run.id())
                .limit(MOST_IMPORTS)
                .flatMap(id -> runs.find(id).stream())
                .toList();
    }

    /** Returns what the job did last before a slot, if that failed, as text. A stop is no failure. */
    private @Nullable String failureBefore(SlotRecord record, Run run, Runs stored) {
        long first = LongStream.concat(
                        LongStream.of(run.id()), record.runIds().stream().mapToLong(Long::longValue))
                .min()
                .orElseThrow();
        String job = record.slot().job();
        boolean ofFiles = stored.isOfFiles(job, run.importNumber());
        Optional<PastRun> last = stored.imports(job, ofFiles, Long.MAX_VALUE, RECENT).stream()
                .filter(past -> !past.isUndo())
                .flatMap(past -> past.runs().stream())
                .filter(past ->
                        past.run() < first && past.status() != RunStatus.RUNNING && past.status() != RunStatus.STOPPED)
                .max(Comparator.comparingLong(PastRun::run));
        if (isAfter(record.refusedAt(), last)) {
            return failure(record, SlotState.REFUSED);
        }
        return before.apply(record.slot())
                .filter(earlier -> last.isEmpty() || isAfter(earlier.completedAt(), last))
                .map(slot -> slot.state() == SlotState.RAN ? null : failure(slot, slot.state()))
                .orElseGet(() -> last.map(Notifications::failure).orElse(null));
    }

    private static boolean isAfter(@Nullable Instant slot, Optional<PastRun> last) {
        return slot != null && last.filter(run -> !slot.isAfter(run.started())).isEmpty();
    }

    private static String failure(SlotRecord slot, SlotState state) {
        return "the slot of %s was %s".formatted(slot.timeText(), state.word());
    }

    private static @Nullable String failure(PastRun run) {
        return run.status().failed()
                ? "run %d %s".formatted(run.run(), run.status().predicate())
                : null;
    }

    /** Returns the files of the slot's imports that went somewhere, or that could not yet. */
    private List<FileReport> files(SlotResult result) {
        Map<Long, RunStatus> imports = result.runs().stream()
                .collect(Collectors.toMap(Run::importNumber, Run::ending, (first, other) -> first));
        return imports.isEmpty() || runs == null
                ? List.of()
                : runs.files().ofImports(result.job(), List.copyOf(imports.keySet()), MOST_FILES).stream()
                        .map(file -> FileReport.of(file, imports))
                        .filter(file -> file.fate(path -> path) != null)
                        .toList();
    }
}
