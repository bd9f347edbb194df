package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Search for the last lines of an input, as its line ends divide it: LF, CR LF or CR. Line breaks inside quotes count, and
 * so do blank lines. For one pass.
 */
final class LastLines {

    private static final int BLOCK_BYTES = 64 << 10;

    private final int unit;
    private final int low;
    private final long[] starts;
    private long found;
    private boolean afterReturn;
    private boolean atStart;

    private LastLines(int count, Charset charset, boolean atStart) {
        byte[] feed = "\n".getBytes(charset.canEncode() ? charset : StandardCharsets.US_ASCII);
        boolean marked =
                feed.length > 2 && feed.length % 2 == 0 && charset.name().startsWith("UTF-16");
        this.unit = marked ? 2 : feed.length;
        this.low = feed[feed.length - unit] == '\n' ? 0 : unit - 1;
        this.starts = new long[count];
        this.atStart = atStart;
    }

    /** Returns the offset in the input at which its last lines begin; 0 if it has no more lines than these. */
    static long begin(Input input, int count, Charset charset) throws IOException {
        long size = input.isPlain() ? input.capacity() : Long.MAX_VALUE;
        for (long block = BLOCK_BYTES; ; block *= 4) {
            long from = input.isPlain() ? Math.max(0, size - block) / Long.BYTES * Long.BYTES : 0;
            LastLines lines = new LastLines(count, charset, from == 0);
            lines.read(input, from);
            if (lines.found >= count) {
                return lines.starts[(int) (lines.found % count)];
            }
            if (from == 0) {
                return 0;
            }
        }
    }

    private void read(Input input, long from) throws IOException {
        try (InputStream in = input.open()) {
            in.skipNBytes(from);
            byte[] block = new byte[BLOCK_BYTES];
            long offset = from;
            int length = in.readNBytes(block, 0, BLOCK_BYTES);
            while (length > 0) {
                for (int at = 0; at + unit <= length; at += unit) {
                    add(offset + at, character(block, at));
                }
                offset += length;
                length = in.readNBytes(block, 0, BLOCK_BYTES);
            }
        }
    }

    /** Returns the character if it is one of ASCII; else another number. */
    private int character(byte[] bytes, int at) {
        for (int index = 0; index < unit; index++) {
            if (index != low && bytes[at + index] != 0) {
                return -1;
            }
        }
        return bytes[at + low];
    }

    private void add(long offset, int character) {
        if (atStart || (afterReturn && character != '\n')) {
            starts[(int) (found++ % starts.length)] = offset;
        }
        afterReturn = character == '\r';
        atStart = character == '\n';
    }
}
