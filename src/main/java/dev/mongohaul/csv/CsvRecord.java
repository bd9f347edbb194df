package dev.mongohaul.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Well-formed record. Its fields are slices of UTF-8 byte arrays that it shares with its neighbours, without surrounding
 * quotes, doubled quotes and escapes.
 *
 * <p>No field is copied and no {@code String} is made until it is asked for. The arrays must not be written to.
 */
public final class CsvRecord implements CsvItem {

    private final RecordLocation location;
    private final RecordCells cells;
    private final int sourceStart;
    private final int firstSlice;
    private final int cellCount;

    /**
     * @param sourceStart where the record begins in the source of the cells
     * @param firstSlice where the start of its first field is in the slices
     */
    CsvRecord(RecordLocation location, RecordCells cells, int sourceStart, int firstSlice, int cellCount) {
        this.location = location;
        this.cells = cells;
        this.sourceStart = sourceStart;
        this.firstSlice = firstSlice;
        this.cellCount = cellCount;
    }

    @Override
    public RecordLocation location() {
        return location;
    }

    @Override
    public byte[] toByteArray() {
        // A record that fits into an array has a length that does.
        return Arrays.copyOfRange(cells.source(), sourceStart, sourceStart + (int) location.length());
    }

    /** Returns the number of fields; in a lenient dialect it may differ from that of the header. */
    public int cellCount() {
        return cellCount;
    }

    /** Returns the array that holds the field's content, from {@link #start} on. */
    public byte[] array(int cell) {
        return cells.slices()[firstSlice + 2 * cell] < 0 ? cells.unescaped() : cells.block();
    }

    /** Returns where the field's content begins in its {@link #array}. */
    public int start(int cell) {
        int start = cells.slices()[firstSlice + 2 * cell];
        return start < 0 ? ~start : start;
    }

    /** Returns the number of bytes of the field's content. */
    public int length(int cell) {
        return cells.slices()[firstSlice + 2 * cell + 1];
    }

    /** Returns whether the record has several fields and all of them are empty, as spreadsheets write an empty row. */
    public boolean isEmptyRow() {
        int cell = 0;
        while (cell < cellCount && length(cell) == 0) {
            cell++;
        }
        return cell == cellCount && cellCount > 1;
    }

    /** Returns whether the field is enclosed in the quote in the input. */
    public boolean isEnclosed(int cell, char quote) {
        int start = cells.slices()[firstSlice + 2 * cell];
        return start < 0 || (start > 0 && cells.block()[start - 1] == quote);
    }

    /** Returns the field's content as text: a new {@code String} at each call. */
    public String text(int cell) {
        return new String(array(cell), start(cell), length(cell), StandardCharsets.UTF_8);
    }

    /** Returns the contents of all fields as texts. */
    public List<String> texts() {
        return IntStream.range(0, cellCount).mapToObj(this::text).toList();
    }

    @Override
    public String toString() {
        return "CsvRecord[" + location + ", cells=" + cellCount + "]";
    }
}
