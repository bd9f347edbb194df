package dev.mongohaul.job.infer.dialect;

import dev.mongohaul.csv.text.Utf8;
import dev.mongohaul.job.infer.sample.Stretch;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Looks for the first byte that is not UTF-8, and at which bytes there are at all. */
final class Utf8Scan {

    private static final int BLOCK_BYTES = 256 << 10;

    /** Bytes of a character that a block's end may cut. */
    private static final int MOST_CUT = 3;

    private final boolean[] seen = new boolean[256];
    private final byte[] block = new byte[BLOCK_BYTES];
    private @Nullable String place;

    /** Looks at a stretch; a character that is cut by the stretch's end, and not by the input's, is taken for whole. */
    void scan(Stretch stretch) throws IOException {
        long line = 1;
        int kept = 0;
        int count;
        while ((count = stretch.read(block, kept, BLOCK_BYTES - kept)) > 0) {
            int limit = kept + count;
            note(kept, limit);
            int invalid = place == null ? Utf8.firstInvalid(block, 0, limit) : -1;
            boolean cut = invalid >= limit - MOST_CUT;
            if (invalid >= 0 && !cut) {
                remember(stretch, line + lines(invalid));
            }
            kept = invalid >= 0 && cut ? limit - invalid : 0;
            line += lines(limit - kept);
            System.arraycopy(block, limit - kept, block, 0, kept);
        }
        if (kept > 0 && stretch.endsInput()) {
            remember(stretch, line);
        }
    }

    private void remember(Stretch stretch, long line) {
        String name = stretch.input().name();
        place = stretch.isFromStart() ? "line " + line + " of " + name : "the midst of " + name;
    }

    private void note(int from, int to) {
        for (int at = from; at < to; at++) {
            seen[block[at] & 0xFF] = true;
        }
    }

    private long lines(int to) {
        long lines = 0;
        for (int at = 0; at < to; at++) {
            if (block[at] == '\n') {
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

    boolean hasSeen(int octet) {
        return seen[octet];
    }
}
