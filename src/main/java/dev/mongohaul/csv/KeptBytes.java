package dev.mongohaul.csv;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Beginning of a malformed record, as it lies in the input. */
final class KeptBytes {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int limit;

    /** @param limit of bytes; the rest is dropped */
    public KeptBytes(int limit) {
        this.limit = limit;
    }

    /** Adds the bytes between two places of the present block, each the beginning of a line or the limit. */
    public void add(Utf8Blocks blocks, int from, int to) {
        if (bytes.size() < limit) {
            int start = blocks.sourceIndex(from);
            int length = Math.min(limit - bytes.size(), blocks.sourceIndex(to) - start);
            bytes.write(blocks.source(), start, length);
        }
    }

    /** Returns the bytes without a line end at their end. */
    public byte[] toByteArray(long recordLength) {
        byte[] kept = bytes.toByteArray();
        return kept.length > recordLength ? Arrays.copyOf(kept, (int) recordLength) : kept;
    }
}
