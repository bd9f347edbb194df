package dev.mongohaul.serve;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.report.overview.JobNow;
import dev.mongohaul.report.overview.JobState;
import dev.mongohaul.report.overview.SlotTotal;
import dev.mongohaul.report.render.ReportLayout;
import dev.mongohaul.repository.figure.Counts;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Line of a job in the overview.
 *
 * @param description one line; empty if there is none
 * @param files as the job file names them; empty if it cannot be read
 * @param problem why the job cannot be run; empty if it can
 * @param next slot of its schedule; empty if it has none
 * @param underWay whether an import that was started here runs, which may have no run yet
 * @param percent part of the running import that is done; null if none runs
 */
record JobLine(
        String name,
        String description,
        String files,
        String problem,
        String next,
        boolean underWay,
        @Nullable Long percent,
        JobNow now) {

    private static final int MOST_LINES = 3;

    /** Lines below one heading. */
    record Group(String title, List<JobLine> lines) {}

    /** Returns the number of jobs by state, as one line. */
    static String counts(List<JobLine> lines) {
        Map<JobState, Long> counts = lines.stream()
                .collect(Collectors.groupingBy(
                        JobLine::state, () -> new EnumMap<>(JobState.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(count ->
                        Words.format("%,d %s", count.getValue(), count.getKey().text()))
                .collect(Collectors.joining(
                        ", ", Words.format("%,d %s: ", lines.size(), lines.size() == 1 ? "job" : "jobs"), ""));
    }

    /** Returns the groups that have a job, in the order in which people look at them. */
    static List<Group> groups(List<JobLine> lines) {
        Map<String, List<JobLine>> groups = lines.stream().collect(Collectors.groupingBy(JobLine::group));
        return Stream.of("Needs attention", "Running", "Waiting", "All other jobs")
                .map(title -> new Group(title, groups.getOrDefault(title, List.of())))
                .filter(group -> !group.lines().isEmpty())
                .toList();
    }

    private String group() {
        return switch (state()) {
            case RUNNING -> "Running";
            case WAITING -> "Waiting";
            default -> state().needsAttention() ? "Needs attention" : "All other jobs";
        };
    }

    public JobState state() {
        if (!problem.isEmpty()) {
            return JobState.BROKEN;
        }
        return underWay && !now.state().needsAttention() ? JobState.RUNNING : now.state();
    }

    /** Returns whether an import runs. */
    public boolean running() {
        return underWay || now.isRunning();
    }

    /** Returns the class of its state in the style sheet. */
    public String kind() {
        return state().word();
    }

    /** Returns when its state began, and how long ago that is; empty if that is unknown. */
    public String since() {
        Instant since = state() == JobState.BROKEN ? null : now.since();
        return since == null ? "" : "%s (%s)".formatted(Words.time(since), Words.age(since, Instant.now()));
    }

    /** Returns why it needs attention; empty if it does not, or if that is unknown. */
    public String reason() {
        String reason = state().needsAttention() ? now.reason() : null;
        return problem.isEmpty() ? Objects.requireNonNullElse(reason, "") : problem;
    }

    /**
     * Returns whether the reason has more than about three lines.
     *
     * @param most number of characters of three lines
     */
    public boolean isLong(int most) {
        return reason().length() > most || reason().lines().count() > MOST_LINES;
    }

    /** Returns the figures of the last import or undo, or the sum of the last slot if that imported several files. */
    public String figures() {
        ImportSummary last = now.last();
        if (last == null) {
            return "no import yet";
        }
        SlotTotal total = now.total();
        if (total == null && last.undone() != null) {
            return "last undo: " + Words.counts(last.undone());
        }
        Counts counts = total == null ? last.counts() : total.counts();
        return Words.format(
                "%s: %,d read, %,d rejected",
                total == null ? "last import" : Words.format("last slot: %,d files", total.imports()),
                counts.read(),
                counts.rejected());
    }

    /** Returns what it waits for, or that it is tried again; empty if it is neither. */
    public String open() {
        String again = running() && state().needsAttention() ? "It is tried again now." : "";
        return now.open() == null || now.open().cause() == null
                ? again
                : "waiting " + now.open().cause();
    }

    /** Returns since when, and by whom, its schedule is paused; empty if it is not, or if its state says so. */
    public String paused() {
        return now.paused() == null
                        || (state() == JobState.PAUSED && now.paused().by() == null)
                ? ""
                : ReportLayout.paused(now.paused());
    }

    public NightStrip strip() {
        return NightStrip.of(now.nights());
    }

    /** Returns whether a word is in its name, description or files. */
    boolean has(String word) {
        return Stream.of(name, description, files)
                .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT)));
    }
}
