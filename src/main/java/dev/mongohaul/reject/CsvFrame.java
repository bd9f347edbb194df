package dev.mongohaul.reject;

import java.io.IOException;
import java.io.OutputStream;

/** What surrounds the rejected records so that the file can be imported by the very job that rejected them. */
public final class CsvFrame {

    private final byte[] head;
    private final byte[] lineEnd;

    private CsvFrame(byte[] head, byte[] lineEnd) {
        this.head = head;
        this.lineEnd = lineEnd;
    }

    /**
     * A frame like that of the input.
     *
     * @param head all bytes of the input before its first record: byte-order mark, skipped lines, header record with its
     *     line end; empty where the input begins with a record
     * @param lineEnd of the input, in its charset
     */
    public static CsvFrame of(byte[] head, byte[] lineEnd) {
        return new CsvFrame(head.clone(), lineEnd.clone());
    }

    void begin(OutputStream out) throws IOException {
        out.write(head);
    }

    void endRecord(OutputStream out) throws IOException {
        out.write(lineEnd);
    }
}
