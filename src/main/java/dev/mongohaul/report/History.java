package dev.mongohaul.report;

import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.repository.run.PastImport;
import dev.mongohaul.repository.run.Runs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
     * @param before number of the import in question, a jobInstanceId; one of files is compared with those of files
     */
    public Optional<Medians> usual(String job, long before) {
        return usual(job, runs.isOfFiles(job, before), before);
    }

    /**
     * Returns the medians of imports of a job; empty if too few are completed.
     *
     * @param ofFiles whether the imports are those of files without a job file
     * @param before number of the import in question, a jobInstanceId
     */
    public Optional<Medians> usual(String job, boolean ofFiles, long before) {
        return Medians.of(runs.imports(job, ofFiles, before, WINDOW));
    }

    /** Returns one import of the job, with its change; empty if the job has none of this number. */
    public Optional<ImportSummary> find(String job, long number) {
        return summaries(runs.imports(job, runs.isOfFiles(job, number), number + 1, 1 + WINDOW), 1).stream()
                .filter(found -> found.importNumber() == number)
                .findFirst();
    }

    /**
     * Returns imports of a job, the newest first, each with its change against the medians before it.
     *
     * @param ofFiles whether to return those of files without a job file, which have a history of their own
     */
    public List<ImportSummary> of(String job, boolean ofFiles, int limit) {
        return of(job, ofFiles, Long.MAX_VALUE, limit);
    }

    /** As {@link #of(String, boolean, int)}, with numbers below an upper bound. */
    List<ImportSummary> of(String job, boolean ofFiles, long before, int limit) {
        return summaries(runs.imports(job, ofFiles, before, Math.addExact(limit, WINDOW)), limit);
    }

    /** Returns the last imports of a job, and the medians of its imports until now. */
    RecentImports recent(String job, int limit) {
        List<PastImport> past = runs.imports(job, false, Long.MAX_VALUE, Math.addExact(limit, WINDOW));
        return new RecentImports(summaries(past, limit), Medians.of(past.subList(0, Math.min(WINDOW, past.size()))));
    }

    /**
     * Returns the last import of each job, without its change.
     *
     * @param ofFiles whether to return those of files without a job file
     */
    public Map<String, ImportSummary> last(boolean ofFiles) {
        return runs.last(ofFiles).stream()
                .map(one -> ImportSummary.of(one, Optional.empty()))
                .collect(Collectors.toMap(ImportSummary::job, Function.identity()));
    }

    private static List<ImportSummary> summaries(List<PastImport> past, int limit) {
        List<Optional<Medians>> usual = Medians.before(past, limit, WINDOW);
        return IntStream.range(0, usual.size())
                .mapToObj(index -> ImportSummary.of(past.get(index), usual.get(index)))
                .toList();
    }
}
