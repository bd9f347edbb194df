package dev.mongohaul.report.work;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.worker.SeenWorker;
import dev.mongohaul.repository.worker.StoredWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Workers that were seen within the last minute.
 *
 * @param workers by host and process
 * @param ownVersion version of this process
 */
public record SeenWorkers(List<SeenWorker> workers, String ownVersion) {

    /** Returns whether a worker imports a partition. */
    public boolean busy() {
        return workers.stream().anyMatch(seen -> seen.worker().partitions() > 0);
    }

    /** Returns the numbers of workers in the states idle, busy and unfit. */
    public Map<String, Long> states() {
        Map<String, Long> states = new TreeMap<>(Map.of("idle", 0L, "busy", 0L, "unfit", 0L));
        workers.forEach(seen -> states.merge(state(seen.worker()), 1L, Long::sum));
        return states;
    }

    private static String state(StoredWorker worker) {
        if (worker.unfit() != null) {
            return "unfit";
        }
        return worker.partitions() > 0 ? "busy" : "idle";
    }

    /** Returns warnings of different versions and of unfit workers. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        TreeSet<String> versions = new TreeSet<>();
        workers.forEach(seen -> versions.add(seen.worker().version()));
        if (versions.stream().anyMatch(version -> !version.equals(ownVersion))) {
            warnings.add("Versions differ: %s of the workers, %s of 'serve'. A worker is unfit for an import that"
                            .formatted(String.join(" and ", versions), ownVersion)
                    + " another version began. Run the same version on all machines.");
        }
        long unfit =
                workers.stream().filter(seen -> seen.worker().unfit() != null).count();
        if (unfit > 0) {
            warnings.add(Words.format(
                    "%,d of %,d %s unfit for an import, for the reason in the last column.",
                    unfit, workers.size(), unfit == 1 ? "workers is" : "workers are"));
        }
        return warnings;
    }
}
