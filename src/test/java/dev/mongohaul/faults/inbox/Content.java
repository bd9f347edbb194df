package dev.mongohaul.faults.inbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/**
 * Content of a file. No other content has a record of the same key.
 *
 * @param number of the content, from 0
 * @param rejects whether a few records are rejected
 */
record Content(int number, int rows, boolean gzip, boolean rejects) {

    private static final String HEADER = "key,line,amount,text\n";
    private static final int ONE_REJECT_IN = 97;

    boolean isRejected(int line) {
        return rejects && line % ONE_REJECT_IN == 0;
    }

    int rejected() {
        return rejects ? (rows + ONE_REJECT_IN - 1) / ONE_REJECT_IN : 0;
    }

    String key(int line) {
        return number + "-" + line;
    }

    int amount(int line) {
        return (number * 7_919 + line * 31) % 100_000;
    }

    private String record(int line) {
        return "%s,%d,%d%s,\"text of %s, quoted\"\n"
                .formatted(key(line), line, amount(line), isRejected(line) ? "x" : "", key(line));
    }

    /** Returns the file of rejects; empty if there is none. */
    String rejectFile() {
        String records = IntStream.range(0, rows)
                .filter(this::isRejected)
                .mapToObj(this::record)
                .collect(Collectors.joining());
        return records.isEmpty() ? "" : HEADER + records;
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = gzip ? new GZIPOutputStream(bytes) : bytes) {
            out.write(HEADER.getBytes(StandardCharsets.UTF_8));
            for (int line = 0; line < rows; line++) {
                out.write(record(line).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
