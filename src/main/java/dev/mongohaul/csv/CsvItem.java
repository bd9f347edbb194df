package dev.mongohaul.csv;

/**
 * One record of the input: well-formed, or malformed with a reason.
 *
 * <p>Items are immutable and stay valid when the reader continues.
 */
public sealed interface CsvItem permits CsvRecord, MalformedRecord {

    /** Returns where the record lies. */
    RecordLocation location();

    /**
     * Returns the record's bytes as they lie in the input, without the line end; only the beginning of a long {@link
     * MalformedRecord}.
     */
    byte[] toByteArray();
}
