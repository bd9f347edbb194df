package dev.mongohaul.faults.trial;

import dev.mongohaul.faults.input.Draw;
import java.util.Arrays;
import java.util.List;

/** The settings of a launch. Each launch of an import may have other settings. */
public record Settings(String writer, int grid, int chunkSize) {

    public static final List<String> FAST = List.of("direct", "raw", "bulk", "save-all", "reactive-buffered");

    /** Writers that send one command per record. */
    public static final List<String> SLOW = List.of("save", "reactive");

    private static final List<String> REPLACING = List.of("direct", "raw", "bulk");

    /** Draws settings with one of the writers that support the subject's operations. */
    public static Settings draw(Draw draw, Subject subject, List<String> writers) {
        List<String> supported = writers.stream()
                .filter(writer -> !subject.changes() || REPLACING.contains(writer))
                .toList();
        int grid = draw.oneOf(grids());
        return new Settings(draw.oneOf(supported), grid, draw.oneOf(100, 500, 1000, 2000, 5000));
    }

    private static List<Integer> grids() {
        return Arrays.stream(System.getProperty("faults.grids", "1,4").split(",", -1))
                .map(Integer::valueOf)
                .toList();
    }

    public Settings withChunkSize(int size) {
        return new Settings(writer, grid, size);
    }

    public List<String> parameters() {
        return List.of("writer=" + writer, "grid-size=" + grid, "chunk-size=" + chunkSize);
    }
}
