package dev.mongohaul.repository;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts of records by outcome. Every record read has exactly one of the other outcomes.
 *
 * @param read records read from the input
 * @param written documents inserted, replaced, updated or deleted
 * @param unchanged documents that a replacement or update would not change; null, as earlier versions stored it, means 0
 * @param alreadyThere documents that existed before, equal in every byte
 * @param rejected records rejected for any reason
 * @param unmatched operations that found no document
 * @param cells of the records that were not rejected; null, as earlier versions stored it, means none
 */
public record Counts(
        long read,
        long written,
        @Nullable Long unchanged,
        long alreadyThere,
        long rejected,
        long unmatched,
        @Nullable Cells cells) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    /**
     * Cells of records that have more or fewer than the header, which {@code ragged: lenient} allows.
     *
     * @param dropped surplus cells, which became no field
     * @param padded missing cells, which count as blank
     */
    public record Cells(long dropped, long padded) {

        public static final Cells NONE = new Cells(0, 0);

        /** Returns the cells of one record. */
        public static Cells of(int found, int expected) {
            return found == expected ? NONE : new Cells(Math.max(0, found - expected), Math.max(0, expected - found));
        }

        public Cells plus(Cells other) {
            return new Cells(dropped + other.dropped, padded + other.padded);
        }

        Cells minus(Cells other) {
            return new Cells(dropped - other.dropped, padded - other.padded);
        }
    }

    public Counts {
        unchanged = Objects.requireNonNullElse(unchanged, 0L);
        cells = Objects.requireNonNullElse(cells, Cells.NONE);
    }

    /** Counts without unchanged documents, of records with as many cells as the header. */
    public Counts(long read, long written, long alreadyThere, long rejected, long unmatched) {
        this(read, written, 0L, alreadyThere, rejected, unmatched, Cells.NONE);
    }

    @Override
    public Long unchanged() {
        return Objects.requireNonNull(unchanged);
    }

    @Override
    public Cells cells() {
        return Objects.requireNonNull(cells);
    }

    public Counts plus(Counts other) {
        return new Counts(
                read + other.read,
                written + other.written,
                unchanged() + other.unchanged(),
                alreadyThere + other.alreadyThere,
                rejected + other.rejected,
                unmatched + other.unmatched,
                cells().plus(other.cells()));
    }

    public Counts minus(Counts other) {
        return new Counts(
                read - other.read,
                written - other.written,
                unchanged() - other.unchanged(),
                alreadyThere - other.alreadyThere,
                rejected - other.rejected,
                unmatched - other.unmatched,
                cells().minus(other.cells()));
    }

    /** Returns whether every record read has an outcome. */
    public boolean balanced() {
        return read == written + unchanged() + alreadyThere + rejected + unmatched;
    }
}
