package dev.mongohaul.job.step;

import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.partition.RangePlan;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.InFlight;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cutter of the unread input into partitions of the next run, as many as the present grid size, or more for
 * workers on several machines.
 *
 * @param scan of the present input
 * @param shared whether workers on several machines import the partitions
 * @param smallestRange bytes below which a range is not cut
 */
record PartitionCutter(ImportJob job, InputScan scan, boolean shared, long smallestRange) {

    private static final int FEWEST_OF_A_THREAD = 4;
    private static final int MOST_SHARED = 2000;

    /**
     * Returns the partitions of the next run, which cover the whole input.
     *
     * @param earlier partitions of the run before; empty before the first run. Their completed part becomes
     *     finished partitions.
     */
    List<ImportPartition> cut(List<ImportPartition> earlier) {
        List<ImportPartition> done =
                earlier.stream().flatMap(partition -> partition.done().stream()).toList();
        List<ReadRange> left = left(earlier);
        int count = count(
                left.stream().mapToLong(range -> range.to() - range.from()).sum());
        Stream<ImportPartition> next = RangePlan.of(job.inputs(), left, scan.cuts(), count, smallestRange).stream()
                .map(range -> ImportPartition.untouched(range.from(), range.to(), range.startLine())
                        .sending(inFlight(range, earlier)));
        return Stream.concat(done.stream(), next)
                .sorted(Comparator.comparingLong(ImportPartition::from))
                .toList();
    }

    private int count(long bytes) {
        if (!shared) {
            return job.gridSize();
        }
        long size = job.file().partition().sharedBytes();
        long wanted = Math.max((long) FEWEST_OF_A_THREAD * job.gridSize(), (bytes + size - 1) / size);
        return (int) Math.min(MOST_SHARED, wanted);
    }

    /** Returns the pre-check results of records of the range that an earlier run may have sent. */
    private static @Nullable InFlight inFlight(ReadRange range, List<ImportPartition> earlier) {
        for (ImportPartition partition : earlier) {
            InFlight sent = partition.inFlight();
            if (sent != null && partition.doneTo() <= range.from() && range.from() < sent.to()) {
                return sent;
            }
        }
        return null;
    }

    private List<ReadRange> left(List<ImportPartition> earlier) {
        if (earlier.isEmpty()) {
            return List.of(new ReadRange(0, job.inputs().endOffset(), 1));
        }
        List<ReadRange> left = new ArrayList<>();
        for (ImportPartition partition : earlier) {
            if (!partition.finished() && partition.doneTo() < partition.to()) {
                left.add(new ReadRange(partition.doneTo(), partition.to(), partition.nextLine()));
            }
        }
        return left;
    }
}
