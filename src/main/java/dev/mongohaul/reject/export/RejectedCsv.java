package dev.mongohaul.reject.export;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectedRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.stream.Stream;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Rejected records as a CSV file that can be corrected and imported: each byte for byte as it lies in the input.
 *
 * <p>Nothing is escaped for spreadsheets: a cell that begins with {@code =} is still a formula there.
 *
 * @param head all bytes of the input before its first record: byte-order mark, skipped lines, header record with its
 *     line end; empty where the input begins with a record
 * @param lineEnd of the input, in its charset
 * @param end bytes after the last record, which stand for skipped lines; null if there are none
 */
public record RejectedCsv(
        Binary head, Binary lineEnd, @Nullable Binary end, OriginalRecords originals) {

    /** Writes the records in their order and flushes; closes neither stream. */
    public void write(Stream<Reject> rejects, OutputStream out) throws IOException {
        begin(out);
        for (Iterator<Reject> remaining = rejects.iterator(); remaining.hasNext(); ) {
            append(remaining.next().record(), out);
        }
        end(out);
        out.flush();
    }

    void begin(OutputStream out) throws IOException {
        out.write(head.getData());
    }

    void end(OutputStream out) throws IOException {
        if (end != null) {
            out.write(end.getData());
        }
    }

    void append(RejectedRecord record, OutputStream out) throws IOException {
        Binary kept = record.bytes();
        if (kept == null) {
            copyOriginal(record, out);
        } else {
            out.write(kept.getData());
        }
        out.write(lineEnd.getData());
    }

    private void copyOriginal(RejectedRecord record, OutputStream out) throws IOException {
        long copied;
        try (InputStream original = originals.open(record.offset(), record.length())) {
            copied = original.transferTo(out);
        }
        if (copied != record.length()) {
            throw new IOException("%s has changed: the record at line %d had %,d bytes, and %,d are left"
                    .formatted(record.file(), record.line(), record.length(), copied));
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
