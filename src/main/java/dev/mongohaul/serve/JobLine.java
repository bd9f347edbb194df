package dev.mongohaul.serve;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.report.figure.Words;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Line of a job in the overview.
 *
 * @param description one line; empty if there is none
 * @param files as the job file names them; empty if it cannot be read
 * @param problem why the job cannot be run; empty if it can
 * @param next slot of its schedule; empty if it has none
 * @param last import; null if it had none
 * @param slot the last of its schedule; null if it had none
 * @param trend null if it had too few imports
 * @param underWay whether an import is running
 */
record JobLine(
        String name,
        String description,
        String files,
        String problem,
        String next,
        @Nullable ImportSummary last,
        @Nullable SlotReport slot,
        @Nullable Sparkline trend,
        boolean underWay) {

    private static final Set<String> FAILURES = Set.of("failed", "killed", "reject-limit-exceeded", "limit-exceeded");

    /** Returns the number of jobs by state, as one line. */
    static String counts(List<JobLine> lines) {
        Map<JobLineState, Long> counts = lines.stream()
                .collect(Collectors.groupingBy(
                        JobLine::state, () -> new EnumMap<>(JobLineState.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> Words.format("%,d %s", count.getValue(), count.getKey().word))
                .collect(Collectors.joining(
                        ", ", Words.format("%,d %s: ", lines.size(), lines.size() == 1 ? "job" : "jobs"), ""));
    }

    public JobLineState state() {
        if (underWay) {
            return JobLineState.RUNNING;
        }
        if (slot == null || isAfter(slot)) {
            return ofLast(JobLineState.NEW);
        }
        return switch (slot.state()) {
            case "refused" -> JobLineState.FAILED;
            case "missed", "overlapped" -> JobLineState.MISSED;
            default ->
                slot.runs().isEmpty() || slot.status() == null ? ofLast(JobLineState.COMPLETED) : of(slot.status());
        };
    }

    /** Returns whether the last import began after a slot, and is not one of its own. */
    private boolean isAfter(SlotReport due) {
        return last != null
                && last.times().started().isAfter(due.time())
                && last.times().runs().stream().noneMatch(due.runs()::contains);
    }

    private JobLineState ofLast(JobLineState withoutImport) {
        return last == null ? withoutImport : of(last.status());
    }

    private static JobLineState of(String status) {
        if (FAILURES.contains(status)) {
            return JobLineState.FAILED;
        }
        return status.equals("stopped") ? JobLineState.STOPPED : JobLineState.COMPLETED;
    }

    /** Returns when the last slot was due; empty if there was none. */
    public String due() {
        return slot == null ? "" : Words.time(slot.time());
    }

    /** Returns when the last import started; empty if there was none. */
    public String started() {
        return last == null ? "" : Words.time(last.times().started());
    }

    /** Returns the status of the last import, also a class of the style sheet; empty if there was none. */
    public String status() {
        return last == null ? "" : last.status();
    }
}
