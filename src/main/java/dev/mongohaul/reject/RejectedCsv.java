package dev.mongohaul.reject;

import dev.mongohaul.reject.Reject.RejectedRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;
import org.bson.types.Binary;

/**
 * Rejected records as a CSV file that can be corrected and imported: each byte for byte as it lies in the input.
 *
 * <p>Nothing is escaped for spreadsheets: a cell that begins with {@code =} is still a formula there.
 */
public final class RejectedCsv {

    private final CsvFrame frame;
    private final OriginalRecords originals;

    public RejectedCsv(CsvFrame frame, OriginalRecords originals) {
        this.frame = frame;
        this.originals = originals;
    }

    /** Writes the records in their order and flushes; closes neither stream. */
    public void write(Stream<Reject> rejects, OutputStream out) throws IOException {
        frame.begin(out);
        for (Iterator<Reject> remaining = rejects.iterator(); remaining.hasNext(); ) {
            append(remaining.next().record(), out);
        }
        out.flush();
    }

    void begin(OutputStream out) throws IOException {
        frame.begin(out);
    }

    void append(RejectedRecord record, OutputStream out) throws IOException {
        Binary kept = record.bytes();
        if (kept == null) {
            copyOriginal(record, out);
        } else {
            out.write(kept.getData());
        }
        frame.endRecord(out);
    }

    private void copyOriginal(RejectedRecord record, OutputStream out) throws IOException {
        long copied;
        try (InputStream original = originals.open(record.offset(), record.length())) {
            copied = original.transferTo(out);
        }
        if (copied != record.length()) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "%s has changed: the record at line %d had %,d bytes, and %,d are left",
                    record.file(),
                    record.line(),
                    record.length(),
                    copied));
        }
    }

    /** Bytes around the rejected records, so that the job that rejected them can import the file. */
    public static final class CsvFrame {

        private final byte[] head;
        private final byte[] lineEnd;

        private CsvFrame(byte[] head, byte[] lineEnd) {
            this.head = head;
            this.lineEnd = lineEnd;
        }

        /**
         * Returns a frame like that of the input.
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

    /** Source of records that are too long to be stored with their reason. */
    @FunctionalInterface
    public interface OriginalRecords {

        /**
         * Opens a record in its input; the stream ends after it and is closed by the caller.
         *
         * @param offset of the record's first byte, counted over all inputs of the import
         * @param length in bytes, without the line end
         * @throws IOException where the input is missing or has changed
         */
        InputStream open(long offset, long length) throws IOException;
    }
}
