package dev.mongohaul.mapping.type;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.LinearPattern;
import java.util.Arrays;

/**
 * RE2 pattern of whole cells, whose time is bounded: by its size, and by the length of cells that it takes. For one mapper.
 */
final class CellPattern {

    /** The most steps for a cell, each of which takes a few nanoseconds: a fraction of a millisecond. */
    private static final int MOST_STEPS = 20_000;

    private final String text;
    private final Matcher matcher;
    private final int longestCell;

    /** @throws IllegalArgumentException with the reason if the pattern is none that is allowed; it follows the pattern */
    CellPattern(String text) {
        this.text = text;
        Pattern pattern = LinearPattern.of(text);
        this.matcher = pattern.matcher(new byte[0]);
        this.longestCell = MOST_STEPS / pattern.programSize();
    }

    boolean matches(byte[] bytes, int from, int to) {
        if (to - from > longestCell) {
            return false;
        }
        return matcher.reset(Arrays.copyOfRange(bytes, from, to)).matches();
    }

    /** Returns the steps that a byte takes at most. */
    int size() {
        return matcher.programSize();
    }

    /** Returns the bytes of the longest cell that can match. */
    int longestCell() {
        return longestCell;
    }

    /** Returns why the cell does not match, as the end of a sentence whose subject is the cell. */
    String refusal(int length) {
        return length > longestCell
                ? "has %s, and matches takes at most %s with this pattern"
                        .formatted(Counted.of(length, "byte"), Counted.of(longestCell, "byte"))
                : "does not match the pattern (matches) " + text;
    }
}
