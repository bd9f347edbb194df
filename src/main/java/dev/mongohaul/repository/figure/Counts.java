package dev.mongohaul.repository.figure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * Counts of records by outcome. Every record read has exactly one of the other outcomes.
 *
 * @param read records read from the input
 * @param written documents inserted, replaced, updated or deleted
 * @param unchanged documents that a replacement or update would not change
 * @param alreadyThere documents that existed before, equal in every byte
 * @param rejected records rejected for any reason
 * @param unmatched operations that found no document
 * @param filtered empty rows, and records for which the job's processor returned nothing
 * @param cells of the records that were not rejected
 * @param removed part of the documents that an undo has taken back; null for an import
 */
public record Counts(
        long read,
        long written,
        long unchanged,
        long alreadyThere,
        long rejected,
        long unmatched,
        long filtered,
        CellCounts cells,

        @JsonIgnore @Nullable Long removed) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    /** Counts without unchanged documents and filtered records, of records with as many cells as the header. */
    public Counts(long read, long written, long alreadyThere, long rejected, long unmatched) {
        this(read, written, 0, alreadyThere, rejected, unmatched, CellCounts.NONE);
    }

    public Counts(
            long read,
            long written,
            long unchanged,
            long alreadyThere,
            long rejected,
            long unmatched,
            CellCounts cells) {
        this(read, written, unchanged, alreadyThere, rejected, unmatched, 0, cells, null);
    }

    /** Returns these counts with as many filtered records. */
    public Counts withFiltered(long number) {
        return new Counts(read, written, unchanged, alreadyThere, rejected, unmatched, number, cells, removed);
    }

    /** Returns these counts of an undo that removes this number of documents. */
    public Counts withRemoved(@Nullable Long number) {
        return new Counts(read, written, unchanged, alreadyThere, rejected, unmatched, filtered, cells, number);
    }

    /** {@link #NONE}, the sum of no parts, has no number. */
    private @Nullable Long removedWith(Counts other, long sign) {
        return removed == null
                ? other.removed
                : other.removed == null ? removed : (Long) (removed + sign * other.removed);
    }

    public Counts plus(Counts other) {
        return new Counts(
                read + other.read,
                written + other.written,
                unchanged + other.unchanged,
                alreadyThere + other.alreadyThere,
                rejected + other.rejected,
                unmatched + other.unmatched,
                filtered + other.filtered,
                cells.plus(other.cells),
                removedWith(other, 1));
    }

    public Counts minus(Counts other) {
        return new Counts(
                read - other.read,
                written - other.written,
                unchanged - other.unchanged,
                alreadyThere - other.alreadyThere,
                rejected - other.rejected,
                unmatched - other.unmatched,
                filtered - other.filtered,
                cells.minus(other.cells),
                removedWith(other, -1));
    }

    /** Returns whether every record read has an outcome. */
    public boolean balanced() {
        return read == written + unchanged + alreadyThere + rejected + unmatched + filtered;
    }
}
