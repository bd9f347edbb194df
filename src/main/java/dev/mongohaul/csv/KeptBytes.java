package dev.mongohaul.csv;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** The beginning of a record that is being given up, as it lies in the input. */
public final class KeptBytes {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int limit;

    /** @param limit of bytes; what follows is dropped */
    public KeptBytes(int limit) {
        this.limit = limit;
    }

    /** Adds what lies between two places of the present block that are beginnings of lines, or its limit. */
    public void add(Utf8Blocks blocks, int from, int to) {
        if (bytes.size() < limit) {
            int start = blocks.sourceIndex(from);
            int length = Math.min(limit - bytes.size(), blocks.sourceIndex(to) - start);
            bytes.write(blocks.source(), start, length);
        }
    }

    /** The bytes without a line end that may be among them. */
    public byte[] toByteArray(long recordLength) {
        byte[] kept = bytes.toByteArray();
        return kept.length > recordLength ? Arrays.copyOf(kept, (int) recordLength) : kept;
    }
}
