package dev.mongohaul.report.work;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.partition.PartitionState;
import dev.mongohaul.repository.partition.SharedPartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Work of the workers on an import whose partitions they share.
 *
 * @param open whether workers can still claim partitions, now or when the import resumes
 * @param running whether the import runs
 * @param partitions in the order of the input
 */
public record SharedWork(boolean open, boolean running, List<SharedPartition> partitions) {

    /** Name in place of a worker's, for partitions that were imported before the import was shared. */
    static final String NOT_SHARED = "process of the run";

    private static final int MOST_TILES = 200;

    /** States from the one that a tile of several partitions shows first. */
    private static final List<PartitionState> BY_URGENCY =
            List.of(PartitionState.FAILED, PartitionState.RUNNING, PartitionState.WAITING, PartitionState.FINISHED);

    public SharedWork {
        partitions = List.copyOf(partitions);
    }

    /** Returns the work by worker, in the order of their names. */
    public List<WorkerShare> workers() {
        Map<String, List<SharedPartition>> byWorker = new TreeMap<>();
        for (SharedPartition partition : partitions) {
            if (partition.worker() != null || partition.state() == PartitionState.FINISHED) {
                byWorker.computeIfAbsent(
                                Objects.requireNonNullElse(partition.worker(), NOT_SHARED), first -> new ArrayList<>())
                        .add(partition);
            }
        }
        return byWorker.entrySet().stream()
                .map(owned -> WorkerShare.of(owned.getKey(), owned.getValue()))
                .toList();
    }

    /** Returns the number of partitions in each state, by its word. */
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (PartitionState state : PartitionState.values()) {
            counts.put(Words.word(state), WorkerShare.count(partitions, state));
        }
        return counts;
    }

    /** Returns the states of all partitions in their order, as words; neighbours are merged if there are many. */
    public List<String> tiles() {
        List<String> tiles = new ArrayList<>();
        int size = partitionsPerTile();
        for (int from = 0; from < partitions.size(); from += size) {
            tiles.add(Words.word(partitions.subList(from, Math.min(from + size, partitions.size())).stream()
                    .map(SharedPartition::state)
                    .min(Comparator.comparing(BY_URGENCY::indexOf))
                    .orElseThrow()));
        }
        return tiles;
    }

    /** Returns how many partitions a tile stands for; the last one can stand for fewer. */
    public int partitionsPerTile() {
        return Math.max(1, (partitions.size() + MOST_TILES - 1) / MOST_TILES);
    }

    /** Returns the takeovers of all partitions, the newest first. */
    public List<PastTakeover> takeovers() {
        return partitions.stream()
                .flatMap(partition ->
                        partition.takeovers().stream().map(takeover -> new PastTakeover(partition, takeover)))
                .sorted(Comparator.comparing(
                                (PastTakeover past) -> past.takeover().at())
                        .reversed())
                .toList();
    }

    /** Returns the unfinished partitions that a worker gave back or lost. */
    public List<SharedPartition> givenBack() {
        return partitions.stream()
                .filter(partition -> partition.state() != PartitionState.FINISHED
                        && (partition.attempts() > 1 || partition.failure() != null || partition.expired()))
                .toList();
    }

    /** Returns a warning if no worker has one of the waiting partitions of a running import; empty if not. */
    public String warning() {
        long waiting = WorkerShare.count(partitions, PartitionState.WAITING);
        if (!running || !open || waiting == 0 || WorkerShare.count(partitions, PartitionState.RUNNING) > 0) {
            return "";
        }
        return Words.format(
                "No worker has a partition; %,d %s waiting. Start a worker with 'mongohaul worker' if this does not"
                        + " change within a minute.",
                waiting, waiting == 1 ? "partition is" : "partitions are");
    }
}
