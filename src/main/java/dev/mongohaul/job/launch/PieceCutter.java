package dev.mongohaul.job.launch;

import dev.mongohaul.csv.CsvItemReader.ReadRange;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.partition.RangePlan;
import dev.mongohaul.repository.InFlight;
import dev.mongohaul.repository.Piece;
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
record PieceCutter(ImportJob job, InputScan scan, long smallestRange) {

    /**
     * The pieces of the next try, which tile the input.
     *
     * @param earlier the pieces of the tries before it; none before the first. What they did stays as finished pieces.
     */
    List<Piece> cut(List<Piece> earlier) {
        List<Piece> done =
                earlier.stream().flatMap(piece -> piece.done().stream()).toList();
        Stream<Piece> next =
                RangePlan.of(job.inputs(), left(earlier), scan.cuts(), job.gridSize(), smallestRange).stream()
                        .map(range -> Piece.untouched(range.from(), range.to(), range.startLine())
                                .sending(inFlight(range, earlier)));
        return Stream.concat(done.stream(), next)
                .sorted(Comparator.comparingLong(Piece::from))
                .toList();
    }

    /** What is known of the range's records that an earlier try may have sent. */
    private static @Nullable InFlight inFlight(ReadRange range, List<Piece> earlier) {
        for (Piece piece : earlier) {
            InFlight sent = piece.inFlight();
            if (sent != null && piece.doneTo() <= range.from() && range.from() < sent.to()) {
                return sent;
            }
        }
        return null;
    }

    private List<ReadRange> left(List<Piece> earlier) {
        if (earlier.isEmpty()) {
            return List.of(new ReadRange(0, job.inputs().endOffset(), 1));
        }
        List<ReadRange> left = new ArrayList<>();
        for (Piece piece : earlier) {
            if (!piece.finished() && piece.doneTo() < piece.to()) {
                left.add(new ReadRange(piece.doneTo(), piece.to(), piece.nextLine()));
            }
        }
        return left;
    }
}
