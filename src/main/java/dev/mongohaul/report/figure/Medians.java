package dev.mongohaul.report.figure;

import dev.mongohaul.repository.run.PastImport;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Medians of completed imports, without undos and imports of corrected rejects; of an even number, the mean of the two in
 * the middle.
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
        return ofFigures(imports.stream().map(ImportFigures::of).toList());
    }

    /**
     * Returns the medians before each import. The figures of an import are computed once, for all windows that contain it.
     *
     * @param imports the newest first
     * @param limit number of imports, from the newest on, whose medians are returned
     * @param window number of imports before each, of which the medians are computed
     */
    public static List<Optional<Medians>> before(List<PastImport> imports, int limit, int window) {
        List<Optional<ImportFigures>> figures =
                imports.stream().map(ImportFigures::of).toList();
        return IntStream.range(0, Math.min(limit, imports.size()))
                .mapToObj(index -> ofFigures(figures.subList(index + 1, Math.min(index + 1 + window, imports.size()))))
                .toList();
    }

    private static Optional<Medians> ofFigures(List<Optional<ImportFigures>> imports) {
        List<ImportFigures> completed =
                imports.stream().flatMap(Optional::stream).toList();
        if (completed.size() < FEWEST) {
            return Optional.empty();
        }
        return Optional.of(new Medians(
                completed.size(),
                median(completed, ImportFigures::seconds),
                median(completed, ImportFigures::records),
                median(completed, ImportFigures::rejects),
                median(completed, ImportFigures::recordsPerSecond)));
    }

    private static double median(List<ImportFigures> imports, ToDoubleFunction<ImportFigures> figure) {
        double[] sorted = imports.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Figures of one import, of which medians are made. */
    private record ImportFigures(double seconds, double records, double rejects, double recordsPerSecond) {

        /** Returns the figures; empty for an undo, corrected rejects, or an import that is not completed. */
        static Optional<ImportFigures> of(PastImport past) {
            return past.completed() && past.isOfWholeInput()
                    ? Optional.of(new ImportFigures(
                            Figures.seconds(past),
                            past.counts().read(),
                            past.counts().rejected(),
                            Figures.recordsPerSecond(past)))
                    : Optional.empty();
        }
    }
}
