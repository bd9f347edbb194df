package dev.mongohaul.repository.figure;

import org.jspecify.annotations.Nullable;

/**
 * Counts of an undo. They are stored as {@link Counts}, whose names are those of an import.
 *
 * @param takenBack documents that are restored or removed
 * @param restored documents that are as they were before the import; null if an earlier version has not stored it
 * @param removed documents that the import had added; null as {@code restored}
 * @param unchanged documents that the import had not changed
 * @param spared documents that were changed since, and are left as they are
 */
public record UndoCounts(
        long takenBack, @Nullable Long restored, @Nullable Long removed, long unchanged, long spared) {

    public static final Counts NOTHING = stored(0, 0, 0, 0);

    /** Returns the counts of an undo by their names. */
    public static UndoCounts of(Counts stored) {
        Long removed = stored.removed() == null && stored.written() == 0 ? (Long) 0L : stored.removed();
        Long restored = removed == null ? null : (Long) (stored.written() - removed);
        return new UndoCounts(stored.written(), restored, removed, stored.unchanged(), stored.rejected());
    }

    /** Returns the counts to be stored, of documents that an undo has looked at. */
    public static Counts stored(long restored, long removed, long unchanged, long spared) {
        long written = restored + removed;
        return new Counts(written + unchanged + spared, written, unchanged, 0, spared, 0, CellCounts.NONE)
                .withRemoved(removed);
    }
}
