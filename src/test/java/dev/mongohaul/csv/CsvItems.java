package dev.mongohaul.csv;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Items for tests of the classes that use the reader. */
public final class CsvItems {

    private CsvItems() {}

    /** Returns a record of these fields at offset 0 and line 1, for tests. */
    public static CsvRecord record(String... cells) {
        ByteArrayOutputStream contents = new ByteArrayOutputStream();
        int[] slices = new int[2 * cells.length];
        for (int cell = 0; cell < cells.length; cell++) {
            byte[] content = cells[cell].getBytes(StandardCharsets.UTF_8);
            slices[2 * cell] = contents.size();
            slices[2 * cell + 1] = content.length;
            contents.writeBytes(content);
        }
        byte[] block = contents.toByteArray();
        RecordLocation location = new RecordLocation(0, 1, 0, block.length, block.length, 2);
        return new CsvRecord(location, new RecordCells(block, new byte[0], slices, block), 0, 0, cells.length);
    }

    public static MalformedRecord malformed(int column, String reason) {
        byte[] bytes = {'a', ',', '"'};
        return new MalformedRecord(new RecordLocation(0, 7, 70, bytes.length, 74, 8), bytes, column, reason);
    }

    /** Returns a record of one cell at the offset. */
    public static CsvRecord at(long offset, String cell) {
        CsvRecord record = record(cell);
        byte[] bytes = record.toByteArray();
        RecordLocation location = new RecordLocation(0, 2, offset, bytes.length, offset + bytes.length + 1, 3);
        return new CsvRecord(
                location, new RecordCells(bytes, new byte[0], new int[] {0, bytes.length}, bytes), 0, 0, 1);
    }
}
