package dev.mongohaul.infer;

import dev.mongohaul.csv.Utf8;
import java.io.IOException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Counts the characters above ASCII that are valid UTF-8 and the bytes that are not, and the values of all bytes. */
final class Utf8Scan {

    private static final int BLOCK_BYTES = 256 << 10;

    /** Bytes of a character that a block's end may cut. */
    private static final int MOST_CUT = 3;

    private final long[] counts = new long[256];
    private final byte[] block = new byte[BLOCK_BYTES];
    private long valid;
    private long invalid;
    private @Nullable String place;

    /** Looks at a stretch; a character that is cut by the stretch's end, and not by the input's, is taken for whole. */
    void scan(Stretch stretch) throws IOException {
        long line = 1;
        int kept = 0;
        int count;
        while ((count = stretch.read(block, kept, BLOCK_BYTES - kept)) > 0) {
            int limit = kept + count;
            count(kept, limit);
            int end = judge(stretch, limit, MOST_CUT, line);
            line += lines(end, limit);
            kept = limit - end;
            System.arraycopy(block, end, block, 0, kept);
        }
        if (kept > 0 && stretch.endsInput()) {
            judge(stretch, kept, 0, line);
        }
    }

    /**
     * Counts what is valid and what is not.
     *
     * @param mostCut bytes at the end that may be the beginning of a character
     * @param line of the block's beginning
     * @return index behind what was judged
     */
    private int judge(Stretch stretch, int limit, int mostCut, long line) {
        int at = 0;
        while (at < limit) {
            int wrong = Utf8.firstInvalid(block, at, limit);
            valid += characters(at, wrong < 0 ? limit : wrong);
            if (wrong < 0) {
                return limit;
            }
            if (wrong >= limit - mostCut) {
                return wrong;
            }
            remember(stretch, line + lines(wrong, limit));
            invalid++;
            at = wrong + 1;
            while (at < limit && (block[at] & 0xC0) == 0x80) {
                at++;
            }
        }
        return limit;
    }

    private void remember(Stretch stretch, long line) {
        if (place == null) {
            String name = stretch.input().name();
            place = stretch.isFromStart() ? "line " + line + " of " + name : "the midst of " + name;
        }
    }

    private void count(int from, int to) {
        for (int at = from; at < to; at++) {
            counts[block[at] & 0xFF]++;
        }
    }

    /** Characters above ASCII in valid UTF-8: each has one byte that begins it. */
    private long characters(int from, int to) {
        long characters = 0;
        for (int at = from; at < to; at++) {
            characters += (block[at] & 0xC0) == 0xC0 ? 1 : 0;
        }
        return characters;
    }

    private long lines(int to, int limit) {
        long lines = 0;
        for (int at = 0; at < to; at++) {
            if (block[at] == '\n' || (block[at] == '\r' && at + 1 < limit && block[at + 1] != '\n')) {
                lines++;
            }
        }
        return lines;
    }

    /** Where the first byte that is not UTF-8 lies; null where there is none. */
    @Nullable
    String place() {
        return place;
    }

    /** Characters above ASCII that are valid UTF-8. */
    long valid() {
        return valid;
    }

    /** Bytes that belong to no valid character, those that follow each other counted once. */
    long invalid() {
        return invalid;
    }

    /** How many bytes have the value. */
    long count(int octet) {
        return counts[octet];
    }

    /** How many bytes are above ASCII. */
    long countAboveAscii() {
        return IntStream.range(0x80, 0x100).mapToLong(this::count).sum();
    }
}
