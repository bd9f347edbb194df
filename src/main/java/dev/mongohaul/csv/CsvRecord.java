package dev.mongohaul.csv;

import dev.mongohaul.csv.CsvItem.RecordLocation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A well-formed record: its cells are slices of byte arrays that it shares with its neighbours, in UTF-8, surrounding
 * quotes, the doubling of inner ones and escapes removed.
 *
 * <p>No cell is copied and no {@code String} made until somebody asks for one. Nobody may write to the arrays.
 */
public final class CsvRecord implements CsvItem {

    private static final byte[] NOTHING = new byte[0];

    private final RecordLocation location;
    private final Cells cells;
    private final int sourceStart;
    private final int firstSlice;
    private final int cellCount;

    /**
     * @param sourceStart where the record begins in the cells' source
     * @param firstSlice where its first cell's start is in the cells' slices
     */
    CsvRecord(RecordLocation location, Cells cells, int sourceStart, int firstSlice, int cellCount) {
        this.location = location;
        this.cells = cells;
        this.sourceStart = sourceStart;
        this.firstSlice = firstSlice;
        this.cellCount = cellCount;
    }

    /** A record of the given cells that lies nowhere, at line 1: for previews and tests. */
    public static CsvRecord of(String... cells) {
        byte[][] encoded = Arrays.stream(cells)
                .map(cell -> cell.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        int[] slices = new int[2 * cells.length];
        int length = 0;
        for (int cell = 0; cell < encoded.length; cell++) {
            slices[2 * cell] = length;
            slices[2 * cell + 1] = encoded[cell].length;
            length += encoded[cell].length;
        }
        byte[] block = new byte[length];
        for (int cell = 0; cell < encoded.length; cell++) {
            System.arraycopy(encoded[cell], 0, block, slices[2 * cell], encoded[cell].length);
        }
        return new CsvRecord(
                new RecordLocation(0, 1, 0, length, length, 2),
                new Cells(block, NOTHING, slices, block),
                0,
                0,
                cells.length);
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

    /** Of a lenient dialect it may be more, or less, than the header has. */
    public int cellCount() {
        return cellCount;
    }

    /** The array that holds the cell's content, from {@link #start} on. */
    public byte[] array(int cell) {
        return cells.slices()[firstSlice + 2 * cell] < 0 ? cells.unescaped() : cells.block();
    }

    /** Where the cell's content begins in its {@link #array}. */
    public int start(int cell) {
        int start = cells.slices()[firstSlice + 2 * cell];
        return start < 0 ? ~start : start;
    }

    /** Bytes of the cell's content. */
    public int length(int cell) {
        return cells.slices()[firstSlice + 2 * cell + 1];
    }

    /** Whether the cell is enclosed in the quote in the input. */
    public boolean isEnclosed(int cell, char quote) {
        int start = cells.slices()[firstSlice + 2 * cell];
        return start < 0 || (start > 0 && cells.block()[start - 1] == quote);
    }

    /** The cell's content as text: a new {@code String} at each call. */
    public String text(int cell) {
        return new String(array(cell), start(cell), length(cell), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "CsvRecord[" + location + ", cells=" + cellCount + "]";
    }

    /**
     * The arrays that the cells of neighbouring records are slices of.
     *
     * @param block holds the cells that need no unescaping
     * @param unescaped holds the others
     * @param slices start and length of each cell; a start below zero is the complement of one in {@code unescaped}
     * @param source the block as it lies in the input; the block itself where that is in UTF-8
     */
    @SuppressWarnings("ArrayRecordComponent") // Shared on purpose; never compared.
    record Cells(byte[] block, byte[] unescaped, int[] slices, byte[] source) {}
}
