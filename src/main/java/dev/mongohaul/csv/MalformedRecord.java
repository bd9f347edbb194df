package dev.mongohaul.csv;

/**
 * Record that breaks the rules of its dialect. It is an item like any other, so that reading continues.
 *
 * @param bytes the record's bytes as they lie in the input, or their beginning where it is very long
 * @param column the column at fault, from 1; 0 where it is the record as a whole
 * @param reason what is wrong, in one line, for the person who corrects it
 */
@SuppressWarnings("ArrayRecordComponent")
public // Kept as it was read, never compared.
record MalformedRecord(RecordLocation location, byte[] bytes, int column, String reason) implements CsvItem {

    @Override
    public byte[] toByteArray() {
        return bytes;
    }

    @Override
    public String toString() {
        return "MalformedRecord[" + location + ", column=" + column + ", reason=" + reason + "]";
    }
}
