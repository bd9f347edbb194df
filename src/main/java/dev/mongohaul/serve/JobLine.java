package dev.mongohaul.serve;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.report.overview.JobNow;
import dev.mongohaul.report.overview.JobState;
import dev.mongohaul.report.render.ReportLayout;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /** Lines below one heading. */
    record Group(String title, List<JobLine> lines) {}

    /** Returns the number of jobs by state, as one line. */
    static String counts(List<JobLine> lines) {
        Map<JobState, Long> counts = lines.stream()
                .collect(Collectors.groupingBy(
                        JobLine::state, () -> new EnumMap<>(JobState.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(count ->
                        Words.format("%,d %s", count.getValue(), count.getKey().word()))
                .collect(Collectors.joining(
                        ", ", Words.format("%,d %s: ", lines.size(), lines.size() == 1 ? "job" : "jobs"), ""));
    }

    /** Returns the groups that have a job, in the order in which people look at them. */
    static List<Group> groups(List<JobLine> lines) {
        Map<String, List<JobLine>> groups = lines.stream().collect(Collectors.groupingBy(JobLine::group));
        return Stream.of("Needs a person", "Running", "Waiting", "All other jobs")
                .map(title -> new Group(title, groups.getOrDefault(title, List.of())))
                .filter(group -> !group.lines().isEmpty())
                .toList();
    }

    private String group() {
        return switch (state()) {
            case RUNNING -> "Running";
            case WAITING -> "Waiting";
            default -> state().needsAPerson() ? "Needs a person" : "All other jobs";
        };
    }

    public JobState state() {
        if (!problem.isEmpty()) {
            return JobState.BROKEN;
        }
        return underWay && !now.state().needsAPerson() ? JobState.RUNNING : now.state();
    }

    /** Returns whether an import runs. */
    public boolean running() {
        return underWay || now.isRunning();
    }

    /** Returns the class of its state in the style sheet. */
    public String kind() {
        return state().name().toLowerCase(Locale.ROOT);
    }

    /** Returns when its state began; empty if that is unknown. */
    public String since() {
        return Words.time(now.since());
    }

    /** Returns what it waits for, or that it is tried again; empty if it is neither. */
    public String open() {
        String again = running() && state().needsAPerson() ? "It is tried again now." : "";
        return now.open() == null || now.open().cause() == null
                ? again
                : "waiting " + now.open().cause();
    }

    /** Returns since when its schedule is paused; empty if it is not. */
    public String paused() {
        return now.paused() == null ? "" : ReportLayout.paused(now.paused());
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
