package dev.mongohaul.report;

import dev.mongohaul.report.Words.Figures;
import dev.mongohaul.repository.PastImports;
import dev.mongohaul.repository.PastImports.PastImport;
import dev.mongohaul.repository.Runs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Past imports of a job and their medians.
 *
 * <p>Medians are those of the completed imports among the {@value #WINDOW} imports before the one in question, by number;
 * fewer than three have none. Thread-safe; each call queries the server.
 */
public final class History {

    /** Older imports say little about a job that grows. */
    static final int WINDOW = 100;

    private final PastImports imports;

    public History(Runs runs) {
        this.imports = runs.imports();
    }

    /**
     * Returns the median seconds of imports of a job; empty if too few are completed.
     *
     * @param before number of the import in question, a jobInstanceId
     */
    public OptionalDouble medianSeconds(String job, long before) {
        return usual(job, before)
                .map(medians -> OptionalDouble.of(medians.seconds()))
                .orElseGet(OptionalDouble::empty);
    }

    /** Returns all medians, as {@link #medianSeconds}. */
    public Optional<Medians> usual(String job, long before) {
        return Medians.of(imports.of(job, before, WINDOW));
    }

    /** Returns one import of the job, with its change; empty if the job has none of this number. */
    public Optional<ImportSummary> find(String job, long number) {
        return summaries(imports.of(job, number + 1, 1 + WINDOW), 1).stream()
                .filter(found -> found.importNumber() == number)
                .findFirst();
    }

    /** Returns the job's imports, the newest first, each with its change against the medians before it. */
    public List<ImportSummary> of(String job, int limit) {
        return summaries(imports.of(job, Long.MAX_VALUE, Math.addExact(limit, WINDOW)), limit);
    }

    /** Returns the imports of many jobs, the newest first, by job, without their change. */
    public Map<String, List<ImportSummary>> ofEach(Collection<String> jobs, int limit) {
        Map<String, List<ImportSummary>> summaries = new HashMap<>();
        imports.ofEach(jobs, limit)
                .forEach((job, past) -> summaries.put(
                        job,
                        past.stream()
                                .map(one -> ImportSummary.of(one, Optional.empty()))
                                .toList()));
        return summaries;
    }

    private static List<ImportSummary> summaries(List<PastImport> past, int limit) {
        List<ImportSummary> summaries = new ArrayList<>();
        for (int index = 0; index < Math.min(limit, past.size()); index++) {
            List<PastImport> earlier = past.subList(index + 1, Math.min(index + 1 + WINDOW, past.size()));
            summaries.add(ImportSummary.of(past.get(index), Medians.of(earlier)));
        }
        return summaries;
    }

    /**
     * Medians of completed imports; of an even number, the mean of the two in the middle.
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
        static Optional<Medians> of(List<PastImport> imports) {
            List<PastImport> completed =
                    imports.stream().filter(PastImport::completed).toList();
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
}
