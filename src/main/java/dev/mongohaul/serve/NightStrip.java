package dev.mongohaul.serve;

import dev.mongohaul.report.overview.JobState;
import dev.mongohaul.report.overview.Night;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Strip of the last nights of a job, one tile each, the oldest first.
 *
 * @param tiles path of an SVG image by class of the style sheet
 * @param description the same as text, for screen readers
 */
record NightStrip(int width, Map<String, String> tiles, String description) {

    static final int HEIGHT = 16;
    private static final int TILE = 8;
    private static final int GAP = 2;
    private static final int LOW = 4;

    static NightStrip of(List<Night> nights) {
        Map<JobState, StringBuilder> tiles = new EnumMap<>(JobState.class);
        for (int place = 0; place < nights.size(); place++) {
            JobState outcome = nights.get(place).outcome();
            int height = outcome == JobState.NEW ? LOW : HEIGHT;
            tiles.computeIfAbsent(outcome, any -> new StringBuilder())
                    .append("M%d %dh%dv%dh-%dz"
                            .formatted(place * TILE, HEIGHT - height, TILE - GAP, height, TILE - GAP));
        }
        Map<String, String> paths = tiles.entrySet().stream()
                .collect(Collectors.toMap(
                        tile -> tile.getKey().name().toLowerCase(Locale.ROOT),
                        tile -> tile.getValue().toString()));
        return new NightStrip(nights.size() * TILE - GAP, paths, description(nights));
    }

    private static String description(List<Night> nights) {
        Map<JobState, List<Night>> byOutcome = nights.stream()
                .collect(Collectors.groupingBy(
                        Night::outcome, () -> new EnumMap<>(JobState.class), Collectors.toList()));
        return byOutcome.entrySet().stream()
                .map(outcome -> outcome.getValue().size() + " "
                        + outcome.getKey().word()
                        + (outcome.getKey().needsAPerson() ? days(outcome.getValue()) : ""))
                .collect(Collectors.joining(", ", "Last " + nights.size() + " days: ", ""))
                .replace(JobState.NEW.word(), "without an import");
    }

    private static String days(List<Night> nights) {
        return nights.stream().map(night -> night.day().toString()).collect(Collectors.joining(", ", " (", ")"));
    }
}
