package dev.mongohaul.reject;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;
import org.bson.types.Binary;

/**
 * Rejected records as a CSV file that can be mended and imported: each byte for byte as it lies in the input.
 *
 * <p>For that reason nothing is escaped for spreadsheets: a cell that begins with {@code =} is still a formula there.
 */
public final class RejectedCsv {

    private final CsvFrame frame;
    private final OriginalRecords originals;

    public RejectedCsv(CsvFrame frame, OriginalRecords originals) {
        this.frame = frame;
        this.originals = originals;
    }

    /** Writes the records in their order and flushes; both streams are left to the caller. */
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
}
