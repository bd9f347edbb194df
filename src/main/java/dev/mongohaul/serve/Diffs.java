package dev.mongohaul.serve;

import dev.mongohaul.job.launch.background.BackgroundImport;
import dev.mongohaul.prove.StartedComparisons;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What imports of jobs would change, as this process has last found it for their pages. Thread-safe. */
final class Diffs {

    private final StartedComparisons comparisons;
    private final Map<String, DiffView> latest = new ConcurrentHashMap<>();

    Diffs(StartedComparisons comparisons) {
        this.comparisons = comparisons;
    }

    /** Starts a comparison, whose result takes the place of the one before. */
    BackgroundImport start(String job) {
        return comparisons.diff(job, (prepared, result) -> latest.put(job, DiffView.of(prepared, result)));
    }

    Optional<DiffView> latest(String job) {
        return Optional.ofNullable(latest.get(job));
    }
}
