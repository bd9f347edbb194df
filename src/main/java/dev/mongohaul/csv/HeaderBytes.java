package dev.mongohaul.csv;

import java.io.ByteArrayOutputStream;

/**
 * Bytes at the beginning of the first input, for writing its records out again as they were read.
 *
 * @param byteOrderMark empty without one
 * @param record the header record, and those below it that are no records of the input, without the last line end; empty where
 *     the input has none
 * @param lineEnd after the header; a line feed in the input's charset where there is none
 */
@SuppressWarnings("ArrayRecordComponent")
public // Written out once, never compared.
record HeaderBytes(byte[] byteOrderMark, byte[] record, byte[] lineEnd) {

    /** Returns the same with a line below the header. */
    HeaderBytes with(byte[] line) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(record);
        all.writeBytes(lineEnd);
        all.writeBytes(line);
        return new HeaderBytes(byteOrderMark, all.toByteArray(), lineEnd);
    }
}
