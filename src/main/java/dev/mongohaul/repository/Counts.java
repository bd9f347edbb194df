package dev.mongohaul.repository;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of records. Every record read is in exactly one of the others.
 *
 * @param read records met in the input
 * @param written documents inserted, replaced, updated or deleted
 * @param alreadyThere documents that the collection held already, equal in every byte
 * @param rejected records given up, whatever the reason
 * @param unmatched operations that found no document to act on
 * @param cells of the records that were not rejected; null, as imports of earlier versions have stored it, is none
 */
public record Counts(
        long read,
        long written,
        long alreadyThere,
        long rejected,
        long unmatched,
        @Nullable Cells cells) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    /**
     * Cells of records that have not as many as the header, where {@code ragged: lenient} lets them pass.
     *
     * @param dropped surplus ones, which became no field
     * @param padded missing ones, which count as blank
     */
    public record Cells(long dropped, long padded) {

        public static final Cells NONE = new Cells(0, 0);

        /** Of one record. */
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
        cells = Objects.requireNonNullElse(cells, Cells.NONE);
    }

    /** Of records that have all as many cells as the header. */
    public Counts(long read, long written, long alreadyThere, long rejected, long unmatched) {
        this(read, written, alreadyThere, rejected, unmatched, Cells.NONE);
    }

    @Override
    public Cells cells() {
        return Objects.requireNonNull(cells);
    }

    public Counts plus(Counts other) {
        return new Counts(
                read + other.read,
                written + other.written,
                alreadyThere + other.alreadyThere,
                rejected + other.rejected,
                unmatched + other.unmatched,
                cells().plus(other.cells()));
    }

    public Counts minus(Counts other) {
        return new Counts(
                read - other.read,
                written - other.written,
                alreadyThere - other.alreadyThere,
                rejected - other.rejected,
                unmatched - other.unmatched,
                cells().minus(other.cells()));
    }

    /** Whether every record read is accounted for. */
    public boolean balanced() {
        return read == written + alreadyThere + rejected + unmatched;
    }
}
