package dev.mongohaul.csv;

/**
 * One record of the input as it was read: well-formed, or given up with a reason.
 *
 * <p>Items are immutable and stay valid after the reader went on.
 */
public sealed interface CsvItem permits CsvRecord, MalformedRecord {

    /** Where the record lies. */
    RecordLocation location();

    /**
     * The record's bytes as they lie in the input, without its line end. Of a {@link MalformedRecord} that is longer
     * than the reader keeps, only the beginning.
     */
    byte[] toByteArray();
}
