package dev.mongohaul.job.launch;

import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.partition.RangePlan;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.InFlight;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what is not done of an input into the pieces of the next try, for the grid size of now.
 *
 * @param scan of the input as it lies now
 * @param smallestRange bytes below which nothing is cut
 */
record PartitionCutter(ImportJob job, InputScan scan, long smallestRange) {

    /**
     * The pieces of the next try, which tile the input.
     *
     * @param earlier the pieces of the tries before it; none before the first. What they did stays as finished pieces.
     */
    List<ImportPartition> cut(List<ImportPartition> earlier) {
        List<ImportPartition> done =
                earlier.stream().flatMap(piece -> piece.done().stream()).toList();
        Stream<ImportPartition> next =
                RangePlan.of(job.inputs(), left(earlier), scan.cuts(), job.gridSize(), smallestRange).stream()
                        .map(range -> ImportPartition.untouched(range.from(), range.to(), range.startLine())
                                .sending(inFlight(range, earlier)));
        return Stream.concat(done.stream(), next)
                .sorted(Comparator.comparingLong(ImportPartition::from))
                .toList();
    }

    /** What is known of the range's records that an earlier try may have sent. */
    private static @Nullable InFlight inFlight(ReadRange range, List<ImportPartition> earlier) {
        for (ImportPartition piece : earlier) {
            InFlight sent = piece.inFlight();
            if (sent != null && piece.doneTo() <= range.from() && range.from() < sent.to()) {
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
        for (ImportPartition piece : earlier) {
            if (!piece.finished() && piece.doneTo() < piece.to()) {
                left.add(new ReadRange(piece.doneTo(), piece.to(), piece.nextLine()));
            }
        }
        return left;
    }
}
