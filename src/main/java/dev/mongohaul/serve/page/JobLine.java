package dev.mongohaul.serve.page;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.report.Words;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A job among others.
 *
 * @param description one line; empty where there is none
 * @param files as its file names them; empty where that cannot be read
 * @param problem why it cannot be run, for people; empty where it can
 * @param next slot of its schedule; empty where it has none
 * @param last import; null where it had none
 * @param slot the last of its schedule; null where it had none
 * @param trend null where it had too few imports
 * @param underWay whether something of it goes on
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

    private static final Set<String> FAILURES = Set.of("failed", "killed", "reject-limit-exceeded");

    /** How a job stands by the newer of its last import and its last slot. Those that need a person come first. */
    enum Standing {
        FAILED("failed"),
        MISSED("missed"),
        RUNNING("running"),
        STOPPED("stopped"),
        COMPLETED("completed"),
        NEW("not run yet");

        private final String word;

        Standing(String word) {
            this.word = word;
        }

        boolean needsAPerson() {
            return this == FAILED || this == MISSED;
        }
    }

    /** How many of the jobs stand which way, as one line. */
    static String counts(List<JobLine> lines) {
        Map<Standing, Long> counts = lines.stream()
                .collect(Collectors.groupingBy(
                        JobLine::standing, () -> new EnumMap<>(Standing.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> String.format(Locale.ROOT, "%,d %s", count.getValue(), count.getKey().word))
                .collect(Collectors.joining(
                        ", ",
                        String.format(Locale.ROOT, "%,d %s: ", lines.size(), lines.size() == 1 ? "job" : "jobs"),
                        ""));
    }

    public Standing standing() {
        if (underWay) {
            return Standing.RUNNING;
        }
        if (slot == null || (last != null && last.started().isAfter(slot.time()))) {
            return ofLast(Standing.NEW);
        }
        return switch (slot.state()) {
            case "refused" -> Standing.FAILED;
            case "missed", "overlapped" -> Standing.MISSED;
            default -> ofLast(Standing.COMPLETED);
        };
    }

    private Standing ofLast(Standing withoutImport) {
        if (last == null) {
            return withoutImport;
        }
        if (FAILURES.contains(last.status())) {
            return Standing.FAILED;
        }
        return last.status().equals("stopped") ? Standing.STOPPED : Standing.COMPLETED;
    }

    /** When the last slot was due; empty where there was none. */
    public String due() {
        String time = slot == null ? null : Words.time(slot.time());
        return time == null ? "" : time;
    }

    /** When the last import began; empty where there was none. */
    public String started() {
        String time = last == null ? null : Words.time(last.started());
        return time == null ? "" : time;
    }

    /** The word of the last import's status, for a style sheet, too; empty where there was none. */
    public String status() {
        return last == null ? "" : last.status();
    }
}
