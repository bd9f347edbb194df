package dev.mongohaul.csv;

/** Items for tests of the classes that use the reader. */
public final class CsvItems {

    private CsvItems() {}

    public static MalformedRecord malformed(int column, String reason) {
        byte[] bytes = {'a', ',', '"'};
        return new MalformedRecord(new RecordLocation(0, 7, 70, bytes.length, 74, 8), bytes, column, reason);
    }

    /** Returns a record of one cell at the offset. */
    public static CsvRecord at(long offset, String cell) {
        CsvRecord record = CsvRecord.of(cell);
        byte[] bytes = record.toByteArray();
        RecordLocation location = new RecordLocation(0, 2, offset, bytes.length, offset + bytes.length + 1, 3);
        return new CsvRecord(
                location, new RecordCells(bytes, new byte[0], new int[] {0, bytes.length}, bytes), 0, 0, 1);
    }
}
