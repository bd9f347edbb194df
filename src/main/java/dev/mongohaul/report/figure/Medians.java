package dev.mongohaul.report.figure;

import dev.mongohaul.repository.run.PastImport;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Medians of completed imports, without undos; of an even number, the mean of the two in the middle.
 *
 * @param imports their number
 * @param seconds of all runs of an import together
 * @param records read
 * @param recordsPerSecond while records were read and written
 */
public record Medians(int imports, double seconds, double records, double rejects, double recordsPerSecond) {

    /** Medians of fewer imports say little. */
    static final int FEWEST = 3;

    /** Returns the medians of the completed imports; empty if they are fewer than {@value #FEWEST}. */
    public static Optional<Medians> of(List<PastImport> imports) {
        List<PastImport> completed = imports.stream()
                .filter(past -> past.completed() && !past.isUndo())
                .toList();
        if (completed.size() < FEWEST) {
            return Optional.empty();
        }
        return Optional.of(new Medians(
                completed.size(),
                median(completed, Figures::seconds),
                median(completed, past -> past.counts().read()),
                median(completed, past -> past.counts().rejected()),
                median(completed, Figures::recordsPerSecond)));
    }

    private static double median(List<PastImport> imports, ToDoubleFunction<PastImport> figure) {
        double[] sorted = imports.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
