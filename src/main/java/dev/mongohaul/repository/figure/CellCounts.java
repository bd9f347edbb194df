package dev.mongohaul.repository.figure;

/**
 * Cells of records that have more or fewer than the header, which {@code ragged: lenient} allows.
 *
 * @param dropped surplus cells, which became no field
 * @param padded missing cells, which count as blank
 */
public record CellCounts(long dropped, long padded) {

    public static final CellCounts NONE = new CellCounts(0, 0);

    /** Returns the cells of one record. */
    public static CellCounts of(int found, int expected) {
        return found == expected ? NONE : new CellCounts(Math.max(0, found - expected), Math.max(0, expected - found));
    }

    public CellCounts plus(CellCounts other) {
        return new CellCounts(dropped + other.dropped, padded + other.padded);
    }

    CellCounts minus(CellCounts other) {
        return new CellCounts(dropped - other.dropped, padded - other.padded);
    }
}
