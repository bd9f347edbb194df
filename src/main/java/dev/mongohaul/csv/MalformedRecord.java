package dev.mongohaul.csv;

/** A record that breaks the rules of its dialect: an item like any other, so that its neighbours go on. */
public final class MalformedRecord implements CsvItem {

    private final RecordLocation location;
    private final byte[] bytes;
    private final int column;
    private final String reason;

    /**
     * @param bytes the record's bytes as they lie in the input, or their beginning where it is very long
     * @param column the column at fault, from 1; 0 where it is the record as a whole
     * @param reason what is wrong, in one line, for the person who has to mend it
     */
    MalformedRecord(RecordLocation location, byte[] bytes, int column, String reason) {
        this.location = location;
        this.bytes = bytes;
        this.column = column;
        this.reason = reason;
    }

    @Override
    public RecordLocation location() {
        return location;
    }

    @Override
    public byte[] toByteArray() {
        return bytes;
    }

    /** The column at fault, from 1; 0 where it is the record as a whole. */
    public int column() {
        return column;
    }

    public String reason() {
        return reason;
    }

    @Override
    public String toString() {
        return "MalformedRecord[" + location + ", column=" + column + ", reason=" + reason + "]";
    }
}
