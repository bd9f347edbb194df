package dev.mongohaul.serve;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.JobReport.SlotReport;
import dev.mongohaul.report.Words;
import java.util.ArrayList;
import java.util.Collections;
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

    /** State of a job, by the newer of its last import and its last slot. */
    enum State {
        FAILED("failed"),
        MISSED("missed"),
        RUNNING("running"),
        STOPPED("stopped"),
        COMPLETED("completed"),
        NEW("not run yet");

        private final String word;

        State(String word) {
            this.word = word;
        }

        boolean needsAttention() {
            return this == FAILED || this == MISSED;
        }
    }

    /** Returns the number of jobs by state, as one line. */
    static String counts(List<JobLine> lines) {
        Map<State, Long> counts = lines.stream()
                .collect(
                        Collectors.groupingBy(JobLine::state, () -> new EnumMap<>(State.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> Words.format("%,d %s", count.getValue(), count.getKey().word))
                .collect(Collectors.joining(
                        ", ", Words.format("%,d %s: ", lines.size(), lines.size() == 1 ? "job" : "jobs"), ""));
    }

    public State state() {
        if (underWay) {
            return State.RUNNING;
        }
        if (slot == null || (last != null && last.started().isAfter(slot.time()))) {
            return ofLast(State.NEW);
        }
        return switch (slot.state()) {
            case "refused" -> State.FAILED;
            case "missed", "overlapped" -> State.MISSED;
            default -> ofLast(State.COMPLETED);
        };
    }

    private State ofLast(State withoutImport) {
        if (last == null) {
            return withoutImport;
        }
        if (FAILURES.contains(last.status())) {
            return State.FAILED;
        }
        return last.status().equals("stopped") ? State.STOPPED : State.COMPLETED;
    }

    /** Returns when the last slot was due; empty if there was none. */
    public String due() {
        return slot == null ? "" : Words.time(slot.time());
    }

    /** Returns when the last import started; empty if there was none. */
    public String started() {
        return last == null ? "" : Words.time(last.started());
    }

    /** Returns the status of the last import, also a class of the style sheet; empty if there was none. */
    public String status() {
        return last == null ? "" : last.status();
    }

    /**
     * Small chart of the seconds of a job's completed imports, from zero up.
     *
     * @param points of the SVG line, in a box of {@value #WIDTH} by {@value #HEIGHT}
     * @param description the same as text, for screen readers
     */
    record Sparkline(String points, double lastX, double lastY, String description) {

        static final int WIDTH = 120;
        static final int HEIGHT = 28;
        private static final int MARGIN = 3;

        /** Returns null for fewer than two completed imports. */
        static @Nullable Sparkline of(List<ImportSummary> newestFirst) {
            List<Double> seconds = new ArrayList<>(newestFirst.stream()
                    .filter(past -> "completed".equals(past.state()))
                    .map(ImportSummary::seconds)
                    .toList());
            Collections.reverse(seconds);
            return seconds.size() < 2 ? null : draw(seconds);
        }

        private static Sparkline draw(List<Double> seconds) {
            double highest = Math.max(Collections.max(seconds), Double.MIN_NORMAL);
            List<double[]> points = new ArrayList<>();
            for (int index = 0; index < seconds.size(); index++) {
                double x = MARGIN + (double) index / (seconds.size() - 1) * (WIDTH - 2 * MARGIN);
                double y = HEIGHT - MARGIN - seconds.get(index) / highest * (HEIGHT - 2 * MARGIN);
                points.add(new double[] {x, y});
            }
            double[] last = points.get(points.size() - 1);
            return new Sparkline(
                    points.stream()
                            .map(point -> Words.format("%.1f,%.1f", point[0], point[1]))
                            .collect(Collectors.joining(" ")),
                    last[0],
                    last[1],
                    "Seconds of the last " + seconds.size() + " completed imports: "
                            + seconds.stream()
                                    .map(value -> Words.format("%,.1f", value))
                                    .collect(Collectors.joining(", ")));
        }
    }
}
