package dev.mongohaul.report;

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

/**
 * What a job's imports took, and what is usual for it.
 *
 * <p>Usual is the median of the completed ones among the {@value #WINDOW} imports before the one in question, by their
 * numbers; of fewer than three, nothing is usual. Thread-safe; asks the server anew each time.
 */
public final class History {

    /** Older ones say little of a job that grows. */
    static final int WINDOW = 100;

    private final PastImports imports;

    public History(Runs runs) {
        this.imports = runs.imports();
    }

    /**
     * The median of the seconds that imports of a job took; empty where too few are completed.
     *
     * @param before number of the import in question, a jobInstanceId
     */
    public OptionalDouble medianSeconds(String job, long before) {
        return usual(job, before)
                .map(medians -> OptionalDouble.of(medians.seconds()))
                .orElseGet(OptionalDouble::empty);
    }

    /** All medians, as {@link #medianSeconds}. */
    public Optional<Medians> usual(String job, long before) {
        return Medians.of(imports.of(job, before, WINDOW));
    }

    /** One import of the job, with its change; empty where it has none of this number. */
    public Optional<ImportSummary> find(String job, long number) {
        return summaries(imports.of(job, number + 1, 1 + WINDOW), 1).stream()
                .filter(found -> found.importNumber() == number)
                .findFirst();
    }

    /** The job's imports, the newest first, each with its change against what was usual before it. */
    public List<ImportSummary> of(String job, int limit) {
        return summaries(imports.of(job, Long.MAX_VALUE, Math.addExact(limit, WINDOW)), limit);
    }

    /** The imports of many jobs, the newest first, by job, without their change. */
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
}
