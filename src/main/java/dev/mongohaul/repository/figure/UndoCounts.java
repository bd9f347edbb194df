package dev.mongohaul.repository.figure;

import java.util.Objects;

/**
 * Counts of an undo. They are stored as {@link Counts}, whose names are those of an import.
 *
 * @param takenBack documents that are restored or removed
 * @param restored documents that are as they were before the import
 * @param removed documents that the import had added
 * @param unchanged documents that the import had not changed
 * @param spared documents that were changed since, and are left as they are
 */
public record UndoCounts(long takenBack, long restored, long removed, long unchanged, long spared) {

    public static final Counts NOTHING = stored(0, 0, 0, 0);

    /** Returns the counts of an undo by their names. */
    public static UndoCounts of(Counts stored) {
        long removed = Objects.requireNonNullElse(stored.removed(), 0L);
        return new UndoCounts(
                stored.written(), stored.written() - removed, removed, stored.unchanged(), stored.rejected());
    }

    /** Returns the counts to be stored, of documents that an undo has looked at. */
    public static Counts stored(long restored, long removed, long unchanged, long spared) {
        long written = restored + removed;
        return new Counts(written + unchanged + spared, written, unchanged, 0, spared, 0, CellCounts.NONE)
                .withRemoved(removed);
    }
}
