package dev.mongohaul.repository.partition;

import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Byte-range partition of the input, with its progress. The partitions of an import cover its input without gaps.
 *
 * @param from offset of the first byte
 * @param to offset after the last byte
 * @param doneTo offset after the last completed record, where a run resumes
 * @param nextLine line of {@code doneTo} within its file, from 1
 * @param finished whether no record is left between {@code doneTo} and {@code to}
 * @param inFlight pre-check results of the records from {@code doneTo} on; null if there are none, or nothing was sent
 * @param counts of the records from {@code from} to {@code doneTo}
 * @param worker name of the process that imported it last; null if it is that of the run
 * @param columns figures of the same records; null means none
 */
public record ImportPartition(
        long from,
        long to,
        long doneTo,
        long nextLine,
        boolean finished,
        @Nullable InFlight inFlight,
        Counts counts,
        @Nullable String worker,
        @Nullable ColumnFigures columns) {

    /** A partition that the process of the run imports. */
    public ImportPartition(
            long from,
            long to,
            long doneTo,
            long nextLine,
            boolean finished,
            @Nullable InFlight inFlight,
            Counts counts) {
        this(from, to, doneTo, nextLine, finished, inFlight, counts, null, ColumnFigures.NONE);
    }

    public ImportPartition {
        columns = Objects.requireNonNullElse(columns, ColumnFigures.NONE);
        if (from > doneTo || doneTo > to) {
            throw new IllegalArgumentException("partition " + from + " to " + to + " cannot be done to " + doneTo);
        }
    }

    @Override
    public ColumnFigures columns() {
        return Objects.requireNonNull(columns);
    }

    /** Returns this partition with the figures of further records. */
    ImportPartition with(ColumnFigures more) {
        return new ImportPartition(
                from,
                to,
                doneTo,
                nextLine,
                finished,
                inFlight,
                counts,
                worker,
                columns().plus(more));
    }

    public static ImportPartition untouched(long from, long to, long line) {
        return new ImportPartition(from, to, from, line, false, null, Counts.NONE);
    }

    /** Returns this partition with records that are about to be sent. */
    public ImportPartition sending(@Nullable InFlight records) {
        return new ImportPartition(from, to, doneTo, nextLine, finished, records, counts, worker, columns);
    }

    /** Returns this partition with the records up to {@code offset} completed. */
    public ImportPartition advanced(long offset, long line, Counts more) {
        InFlight left = inFlight == null || inFlight.to() <= offset ? null : inFlight;
        return new ImportPartition(from, to, offset, line, finished, left, counts.plus(more), worker, columns);
    }

    public ImportPartition ended() {
        return new ImportPartition(from, to, doneTo, nextLine, true, null, counts, worker, columns);
    }

    /** Returns this partition with the name of the process that imports it. */
    public ImportPartition by(@Nullable String name) {
        return name == null
                ? this
                : new ImportPartition(from, to, doneTo, nextLine, finished, inFlight, counts, name, columns);
    }

    /** Returns the completed part as a finished partition of its own; empty if there is none. */
    public Optional<ImportPartition> done() {
        if (finished) {
            return Optional.of(this);
        }
        return doneTo == from
                ? Optional.empty()
                : Optional.of(new ImportPartition(from, doneTo, doneTo, nextLine, true, null, counts, worker, columns));
    }
}
