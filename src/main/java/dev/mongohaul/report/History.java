package dev.mongohaul.report;

import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.repository.run.PastImport;
import dev.mongohaul.repository.run.Runs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Past imports of a job and their medians.
 *
 * <p>Medians are those of the completed imports among the {@value #WINDOW} imports before the one in question, by number;
 * fewer than three have none. Thread-safe; each call queries the server.
 */
public record History(Runs runs) {

    /** Older imports say little about a job that grows. */
    static final int WINDOW = 100;

    /**
     * Returns the medians of imports of a job; empty if too few are completed.
     *
     * @param before number of the import in question, a jobInstanceId
     */
    public Optional<Medians> usual(String job, long before) {
        return Medians.of(runs.imports(job, before, WINDOW));
    }

    /** Returns one import of the job, with its change; empty if the job has none of this number. */
    public Optional<ImportSummary> find(String job, long number) {
        return summaries(runs.imports(job, number + 1, 1 + WINDOW), 1).stream()
                .filter(found -> found.importNumber() == number)
                .findFirst();
    }

    /** Returns the job's imports, the newest first, each with its change against the medians before it. */
    public List<ImportSummary> of(String job, int limit) {
        return summaries(runs.imports(job, Long.MAX_VALUE, Math.addExact(limit, WINDOW)), limit);
    }

    /** Returns the imports of many jobs, the newest first, by job, without their change. */
    public Map<String, List<ImportSummary>> ofEach(Collection<String> jobs, int limit) {
        return runs.imports(jobs, limit).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        job -> job.getValue().stream()
                                .map(one -> ImportSummary.of(one, Optional.empty()))
                                .toList()));
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
