package dev.mongohaul.repository;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A range of the input and what one run made of it. The partitions of an import tile its input.
 *
 * @param from offset of the first byte
 * @param to offset behind the last byte
 * @param doneTo everything before it is settled: a run goes on from here
 * @param nextLine the line of {@code doneTo} within its file, from 1
 * @param finished whether no record is left between {@code doneTo} and {@code to}
 * @param inFlight of the records from {@code doneTo} on, what was known before they were sent; null where nothing is to be
 *     known, or nothing was sent
 * @param counts what became of the records from {@code from} to {@code doneTo}
 */
public record ImportPartition(
        long from,
        long to,
        long doneTo,
        long nextLine,
        boolean finished,
        @Nullable InFlight inFlight,
        Counts counts) {

    public ImportPartition {
        if (from > doneTo || doneTo > to) {
            throw new IllegalArgumentException("piece " + from + " to " + to + " cannot be done to " + doneTo);
        }
    }

    /** A partition of which nothing is done. */
    public static ImportPartition untouched(long from, long to, long line) {
        return new ImportPartition(from, to, from, line, false, null, Counts.NONE);
    }

    /** This partition, of which records are about to be sent. */
    public ImportPartition sending(@Nullable InFlight records) {
        return new ImportPartition(from, to, doneTo, nextLine, finished, records, counts);
    }

    /** This partition with the records up to {@code offset} settled too. */
    public ImportPartition advanced(long offset, long line, Counts more) {
        InFlight left = inFlight == null || inFlight.to() <= offset ? null : inFlight;
        return new ImportPartition(from, to, offset, line, finished, left, counts.plus(more));
    }

    /** This partition with nothing left to read. */
    public ImportPartition ended() {
        return new ImportPartition(from, to, doneTo, nextLine, true, null, counts);
    }

    /** What an earlier run did of it, as a partition of its own that is finished; empty where that was nothing. */
    public Optional<ImportPartition> done() {
        if (finished) {
            return Optional.of(this);
        }
        return doneTo == from
                ? Optional.empty()
                : Optional.of(new ImportPartition(from, doneTo, doneTo, nextLine, true, null, counts));
    }

    /**
     * What is known of records before they are sent, saved first: a run that finds it sends the same records again, and cannot
     * look it up any more.
     *
     * @param to offset behind the last of them
     * @param notes offsets of those of which more is known than that nothing stands in their way, by what is known
     */
    public record InFlight(long to, Map<String, List<Long>> notes) {}
}
