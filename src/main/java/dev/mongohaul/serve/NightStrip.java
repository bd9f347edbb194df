package dev.mongohaul.serve;

import dev.mongohaul.report.overview.JobState;
import dev.mongohaul.report.overview.Night;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Strip of the last nights of a job, one tile each, the oldest first.
 *
 * @param tiles of an SVG image
 * @param description the same as text, for screen readers
 */
record NightStrip(List<Tile> tiles, String description) {

    static final int HEIGHT = 16;
    private static final int WIDTH = 8;
    private static final int GAP = 2;
    private static final int LOW = 4;

    /**
     * Tile of a day.
     *
     * @param kind class of the style sheet
     * @param text state of the day
     * @param path in the image
     */
    record Tile(LocalDate day, String kind, String text, String path) {

        static Tile of(Night night, int place) {
            JobState outcome = night.outcome();
            int height = outcome == JobState.NEW ? LOW : HEIGHT;
            String path =
                    "M%d %dh%dv%dh-%dz".formatted(place * WIDTH, HEIGHT - height, WIDTH - GAP, height, WIDTH - GAP);
            return new Tile(night.day(), outcome.word(), NightStrip.text(outcome), path);
        }

        /** Returns whether there was an import or a slot. */
        public boolean isFilled() {
            return !kind.equals(JobState.NEW.word());
        }
    }

    static NightStrip of(List<Night> nights) {
        List<Tile> tiles = new ArrayList<>();
        nights.forEach(night -> tiles.add(Tile.of(night, tiles.size())));
        return new NightStrip(tiles, description(nights));
    }

    /** Returns the width of the image. */
    public int width() {
        return tiles.size() * WIDTH - GAP;
    }

    private static String text(JobState outcome) {
        return outcome == JobState.NEW ? "without an import" : outcome.text();
    }

    private static String description(List<Night> nights) {
        Map<JobState, List<Night>> byOutcome = nights.stream()
                .collect(Collectors.groupingBy(
                        Night::outcome, () -> new EnumMap<>(JobState.class), Collectors.toList()));
        return byOutcome.entrySet().stream()
                .map(outcome -> outcome.getValue().size() + " "
                        + text(outcome.getKey())
                        + (outcome.getKey().needsAttention() ? days(outcome.getValue()) : ""))
                .collect(Collectors.joining(", ", "Last " + nights.size() + " days: ", ""));
    }

    private static String days(List<Night> nights) {
        return nights.stream().map(night -> night.day().toString()).collect(Collectors.joining(", ", " (", ")"));
    }
}
