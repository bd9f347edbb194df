package dev.mongohaul.csv;

/**
 * One record of the input: well-formed, or malformed with a reason.
 *
 * <p>Items are immutable and stay valid when the reader continues.
 */
public sealed interface CsvItem permits CsvRecord, CsvItem.MalformedRecord {

    /** Returns where the record lies. */
    RecordLocation location();

    /**
     * Returns the record's bytes as they lie in the input, without the line end; only the beginning of a long {@link
     * MalformedRecord}.
     */
    byte[] toByteArray();

    /**
     * Place of a record. Offsets count the decompressed, untranscoded bytes of all inputs in their order, so that an
     * offset names one place of the whole import.
     *
     * @param input index of the input, from 0
     * @param line line of the input on which the record begins, from 1
     * @param offset of the record's first byte
     * @param length bytes of the record, its line end not counted
     * @param nextOffset just after the record's line end: where reading continues
     * @param nextLine the line of {@code nextOffset}
     */
    record RecordLocation(int input, long line, long offset, long length, long nextOffset, long nextLine) {}

    /**
     * Record that breaks the rules of its dialect. It is an item like any other, so that reading continues.
     *
     * @param bytes the record's bytes as they lie in the input, or their beginning where it is very long
     * @param column the column at fault, from 1; 0 where it is the record as a whole
     * @param reason what is wrong, in one line, for the person who corrects it
     */
    @SuppressWarnings("ArrayRecordComponent") // Kept as it was read, never compared.
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
}
