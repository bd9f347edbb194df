package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import java.util.List;

/**
 * Counter of the cells of records by column: blank ones, and the length of the longest. A missing cell is blank. Not
 * thread-safe.
 */
public final class ColumnCounter {

    private final BlankCells[] blankCells;
    private final long[] blanks;
    private final long[] longest;

    /** @param blankCells of each column of the file */
    ColumnCounter(List<BlankCells> blankCells) {
        this.blankCells = blankCells.toArray(new BlankCells[0]);
        this.blanks = new long[this.blankCells.length];
        this.longest = new long[this.blankCells.length];
    }

    /** Counts the cells of a record; those beyond the columns are ignored. */
    public void add(CsvRecord record) {
        int cells = Math.min(record.cellCount(), blankCells.length);
        for (int column = 0; column < cells; column++) {
            int length = record.length(column);
            if (length > longest[column]) {
                longest[column] = length;
            }
            if (blankCells[column].mayContain(length)) {
                int from = record.start(column);
                if (blankCells[column].contains(record.array(column), from, from + length)) {
                    blanks[column]++;
                }
            }
        }
        for (int column = cells; column < blankCells.length; column++) {
            blanks[column]++;
        }
    }

    /** Returns the number of blank cells by column. */
    public long[] blanks() {
        return blanks.clone();
    }

    /** Returns the bytes of the longest cell by column, in UTF-8 and without quotes. */
    public long[] longest() {
        return longest.clone();
    }
}
