package dev.mongohaul.repository.figure;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
 * @param filtered records for which the job's processor returned nothing; null, as earlier versions stored it, means 0
 * @param cells of the records that were not rejected; null, as earlier versions stored it, means none
 * @param removed part of the documents that an undo has taken back; null for an import, and if it is unknown
 */
public record Counts(
        long read,
        long written,
        @Nullable Long unchanged,
        long alreadyThere,
        long rejected,
        long unmatched,
        @Nullable Long filtered,
        @Nullable CellCounts cells,

        @JsonIgnore @Nullable Long removed) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    public Counts {
        unchanged = Objects.requireNonNullElse(unchanged, 0L);
        filtered = Objects.requireNonNullElse(filtered, 0L);
        cells = Objects.requireNonNullElse(cells, CellCounts.NONE);
    }

    /** Counts without unchanged documents and filtered records, of records with as many cells as the header. */
    public Counts(long read, long written, long alreadyThere, long rejected, long unmatched) {
        this(read, written, 0L, alreadyThere, rejected, unmatched, CellCounts.NONE);
    }

    public Counts(
            long read,
            long written,
            long unchanged,
            long alreadyThere,
            long rejected,
            long unmatched,
            CellCounts cells) {
        this(read, written, unchanged, alreadyThere, rejected, unmatched, 0L, cells, null);
    }

    @Override
    public Long unchanged() {
        return Objects.requireNonNull(unchanged);
    }

    @Override
    public Long filtered() {
        return Objects.requireNonNull(filtered);
    }

    @Override
    public CellCounts cells() {
        return Objects.requireNonNull(cells);
    }

    /** Returns these counts with as many filtered records. */
    public Counts withFiltered(long number) {
        return new Counts(read, written, unchanged, alreadyThere, rejected, unmatched, number, cells, removed);
    }

    /** Returns these counts of an undo that removes this number of documents. */
    public Counts withRemoved(@Nullable Long number) {
        return new Counts(read, written, unchanged, alreadyThere, rejected, unmatched, filtered, cells, number);
    }

    /** The number of removed documents is unknown if it is for a part with documents. */
    private @Nullable Long removedWith(Counts other, long sign) {
        if (removed == null || other.removed == null) {
            return written == 0 ? other.removed : other.written == 0 ? removed : null;
        }
        return removed + sign * other.removed;
    }

    public Counts plus(Counts other) {
        return new Counts(
                read + other.read,
                written + other.written,
                unchanged() + other.unchanged(),
                alreadyThere + other.alreadyThere,
                rejected + other.rejected,
                unmatched + other.unmatched,
                filtered() + other.filtered(),
                cells().plus(other.cells()),
                removedWith(other, 1));
    }

    public Counts minus(Counts other) {
        return new Counts(
                read - other.read,
                written - other.written,
                unchanged() - other.unchanged(),
                alreadyThere - other.alreadyThere,
                rejected - other.rejected,
                unmatched - other.unmatched,
                filtered() - other.filtered(),
                cells().minus(other.cells()),
                removedWith(other, -1));
    }

    /** Returns whether every record read has an outcome. */
    public boolean balanced() {
        return read == written + unchanged() + alreadyThere + rejected + unmatched + filtered();
    }
}
