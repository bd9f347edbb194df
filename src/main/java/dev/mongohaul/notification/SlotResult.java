package dev.mongohaul.notification;

import dev.mongohaul.job.setting.Notify;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Result of a slot, with its runs and the usual duration of the job.
 *
 * @param run the one with the most severe outcome; null if the slot had none, or if it was pruned
 * @param others the other runs, of a job that imports each file
 * @param seconds duration of all runs of the import
 * @param medianSeconds duration of earlier imports of the job; null if this one is not completed, or if they are too few
 * @param failureBefore what the job did before and failed, as text; null if that did not fail
 */
record SlotResult(
        SlotRecord record,
        @Nullable Run run,
        List<Run> others,
        double seconds,
        @Nullable Double medianSeconds,
        @Nullable String failureBefore) {

    private static final int MAX_REASON_LENGTH = 500;

    /** Runs that are named for an event of several imports. */
    private static final int MOST_RUNS = 3;

    String job() {
        return record.slot().job();
    }

    /** Returns the time of the slot. */
    Instant slot() {
        return record.slot().time();
    }

    /** Returns the word of the slot's state: the status of its run if it ran. */
    String state() {
        if (record.state() == SlotState.RAN && run != null) {
            return run.ending().word();
        }
        return isLate() ? SlotRecord.LATE : record.state().word();
    }

    /** Returns the end of the notification's id. A slot that was late or refused may have another notification later. */
    String idSuffix() {
        return isLate() || record.state() == SlotState.REFUSED ? "#" + state() : "";
    }

    /** Returns whether the slot still waits for its files. */
    boolean isLate() {
        return record.state() == SlotState.CLAIMED;
    }

    /** Returns why the slot was not run, or why its run failed; null if there is no reason. */
    @Nullable
    String reason() {
        if (record.reason() != null || run == null) {
            return record.reason();
        }
        return run.reason().isEmpty() ? null : run.reason();
    }

    @Nullable
    RunReport report() {
        return run == null ? null : RunReport.of(run);
    }

    /** Returns the runs of the slot, the one with the most severe outcome first. */
    List<Run> runs() {
        return Stream.concat(Stream.ofNullable(run), others.stream()).toList();
    }

    /** Returns the counts of the runs; zeros if there was none. */
    Counts total() {
        return runs().stream().map(SlotResult::total).reduce(Counts.NONE, Counts::plus);
    }

    private static Counts total(Run run) {
        return RunSummary.of(run).counts();
    }

    /** Returns the results of the phases after the load by the names of the phases, of several imports those that need a look. */
    Map<String, PhaseResult> results() {
        return runs().stream()
                .flatMap(ran -> ran.results().stream())
                .collect(Collectors.toMap(
                        PhaseResult::phase, result -> result, (one, other) -> one.isGood() ? other : one));
    }

    /** Returns what to notify of, each event once for all runs; usually nothing. */
    List<Event> events(Notify settings) {
        Map<String, List<String>> ofRuns = new LinkedHashMap<>();
        for (Run ran : runs()) {
            for (Event event : events(ran, settings)) {
                ofRuns.computeIfAbsent(event.word(), word -> new ArrayList<>()).add(subject(ran) + event.text());
            }
        }
        return Stream.of(
                        ofSlot(),
                        ofRuns.entrySet().stream().map(event -> new Event(event.getKey(), someOf(event.getValue()))),
                        goodEvents(settings))
                .flatMap(events -> events)
                .toList();
    }

    /** Returns whether the slot has one run, and nothing else to tell of. */
    private boolean isOnly() {
        return others.isEmpty() && record.state() != SlotState.REFUSED;
    }

    /** Returns the run with its first file, as the subject of a sentence; empty if it is the only one. */
    private String subject(Run ran) {
        if (isOnly()) {
            return "";
        }
        String file = Optional.ofNullable(ran.plan())
                .flatMap(plan -> plan.inputs().stream().findFirst())
                .map(input -> " (%s)".formatted(onOneLine(input.path().replaceFirst(".*/(?=[^/])", ""))))
                .orElse("");
        return "run %d%s ".formatted(ran.id(), file);
    }

    private static String someOf(List<String> texts) {
        String some = texts.stream().limit(MOST_RUNS).collect(Collectors.joining("; "));
        return texts.size() <= MOST_RUNS ? some : some + Words.format("; and %,d more", texts.size() - MOST_RUNS);
    }

    private Stream<Event> ofSlot() {
        String text = switch (record.state()) {
            case MISSED -> "was missed" + others(record.others()) + reasonText();
            case OVERLAPPED -> "overlapped" + reasonText();
            case REFUSED -> (run == null ? "was refused" : "did not import all files") + reasonText();
            case CLAIMED -> onOneLine(String.valueOf(reason()));
            default -> null;
        };
        return text == null ? Stream.of() : Stream.of(new Event(state(), text));
    }

    private Stream<Event> goodEvents(Notify settings) {
        boolean good = record.state() == SlotState.RAN
                && run != null
                && runs().stream().noneMatch(ran -> ran.ending().continues())
                && results().values().stream().allMatch(PhaseResult::isGood);
        return Stream.concat(
                good && settings.completed()
                        ? Stream.of(new Event("completed", "completed: " + Words.counts(total())))
                        : Stream.of(),
                good && settings.recovered() && failureBefore != null
                        ? Stream.of(new Event("recovered", "is good again, after " + onOneLine(failureBefore)))
                        : Stream.of());
    }

    private List<Event> events(Run ran, Notify settings) {
        List<Event> events = new ArrayList<>();
        RunStatus ending = ran.ending();
        if (ending.needsAttention()) {
            events.add(new Event(ending.word(), ending.predicate() + detail(ran)));
        }
        Counts total = total(ran);
        if (ending != RunStatus.REJECT_LIMIT_EXCEEDED
                && settings.rejects().limit().exceededBy(total.rejected(), total.read(), true)) {
            events.add(new Event("rejects", "rejected " + rejects(ran)));
        }
        BigDecimal times = settings.slower().times();
        if (ran.equals(run)
                && medianSeconds != null
                && times != null
                && seconds > times.doubleValue() * medianSeconds) {
            events.add(
                    new Event("slower", Words.format("took %.1f s, where %.1f s are usual", seconds, medianSeconds)));
        }
        if (!ran.drift().isEmpty()) {
            events.add(new Event("drift", drift(ran)));
        }
        ran.results().stream()
                .filter(PhaseResult::isDoubtful)
                .forEach(result -> events.add(new Event(
                        result.alarm(), onOneLine("was not %s: %s".formatted(result.participle(), result.text())))));
        return events;
    }

    /** Returns the events as one human-readable sentence on one line. */
    String text(List<Event> events) {
        String text = events.stream().map(Event::text).collect(Collectors.joining("; "));
        boolean eachHasItsRun = !isOnly() && text.startsWith("run ");
        return "%s of %s%s%s %s"
                .formatted(onOneLine(job()), record.timeText(), imports(), eachHasItsRun ? ":" : "", text);
    }

    /** Returns the number of imports if there are several, or else the run, in parentheses. */
    private String imports() {
        int imports = record.runIds().size();
        if (imports > 1) {
            return Words.format(" (%,d imports)", imports);
        }
        return run == null || record.state() != SlotState.RAN ? "" : " (run %d)".formatted(run.id());
    }

    private String detail(Run ran) {
        return switch (ran.ending()) {
            case REJECT_LIMIT_EXCEEDED -> ", with " + rejects(ran);
            case STOPPED -> " after " + records(total(ran).read());
            default -> reasonText(isOnly() ? reason() : ran.reason());
        };
    }

    private static String rejects(Run ran) {
        Counts total = total(ran);
        return Words.format("%,d of %s", total.rejected(), records(total.read()));
    }

    private static String drift(Run ran) {
        return onOneLine("has other content than usual: "
                + ran.drift().stream().map(Deviation::text).collect(Collectors.joining(", ")));
    }

    private static String others(int others) {
        return others == 0
                ? ""
                : Words.format(", as %s", others == 1 ? "was the one before it" : others + " before it were");
    }

    private String reasonText() {
        return reasonText(reason());
    }

    private static String reasonText(@Nullable String reason) {
        return reason == null || reason.isEmpty() ? "" : ": " + onOneLine(reason);
    }

    private static String records(long count) {
        return Words.format(count == 1 ? "%,d record" : "%,d records", count);
    }

    /** Replaces control characters: reasons contain file names, which are untrusted. */
    private static String onOneLine(String text) {
        String line =
                text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}\\s]+", " ").strip();
        return line.length() <= MAX_REASON_LENGTH ? line : line.substring(0, MAX_REASON_LENGTH) + " …";
    }
}
