package dev.mongohaul.repository;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Byte-range partition of the input, with its progress. The partitions of an import cover its input without gaps.
 *
 * @param from offset of the first byte
 * @param to offset behind the last byte
 * @param doneTo offset behind the last completed record, where a run resumes
 * @param nextLine line of {@code doneTo} within its file, from 1
 * @param finished whether no record is left between {@code doneTo} and {@code to}
 * @param inFlight pre-check results of the records from {@code doneTo} on; null if there are none, or nothing was sent
 * @param counts of the records from {@code from} to {@code doneTo}
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
            throw new IllegalArgumentException("partition " + from + " to " + to + " cannot be done to " + doneTo);
        }
    }

    /** Returns a partition without progress. */
    public static ImportPartition untouched(long from, long to, long line) {
        return new ImportPartition(from, to, from, line, false, null, Counts.NONE);
    }

    /** Returns this partition with records that are about to be sent. */
    public ImportPartition sending(@Nullable InFlight records) {
        return new ImportPartition(from, to, doneTo, nextLine, finished, records, counts);
    }

    /** Returns this partition with the records up to {@code offset} completed. */
    public ImportPartition advanced(long offset, long line, Counts more) {
        InFlight left = inFlight == null || inFlight.to() <= offset ? null : inFlight;
        return new ImportPartition(from, to, offset, line, finished, left, counts.plus(more));
    }

    /** Returns this partition as finished. */
    public ImportPartition ended() {
        return new ImportPartition(from, to, doneTo, nextLine, true, null, counts);
    }

    /** Returns the completed part as a finished partition of its own; empty if there is none. */
    public Optional<ImportPartition> done() {
        if (finished) {
            return Optional.of(this);
        }
        return doneTo == from
                ? Optional.empty()
                : Optional.of(new ImportPartition(from, doneTo, doneTo, nextLine, true, null, counts));
    }

    /**
     * Pre-check results of records, saved before the records are sent. A later run that finds them sends the same
     * records again and cannot check again.
     *
     * @param to offset behind the last of the records
     * @param notes offsets of records by expected outcome, as far as it is known
     */
    public record InFlight(long to, Map<String, List<Long>> notes) {}
}
