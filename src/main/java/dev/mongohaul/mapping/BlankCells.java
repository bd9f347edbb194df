package dev.mongohaul.mapping;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** The cells that are blank: those that equal one of a mapping's nulls byte by byte. */
final class BlankCells {

    private static final int LONG_BIT = Long.SIZE - 1;

    private final boolean empty;
    private final byte[][] others;

    /** One bit for each length in bytes, the highest one for all lengths from 63 on. */
    private final long lengths;

    BlankCells(Set<String> nulls) {
        this.empty = nulls.contains("");
        this.others = nulls.stream()
                .filter(text -> !text.isEmpty())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.lengths = Arrays.stream(others)
                .mapToLong(other -> bit(other.length))
                .reduce(empty ? bit(0) : 0, (some, more) -> some | more);
    }

    private static long bit(int length) {
        return 1L << Math.min(length, LONG_BIT);
    }

    /** Returns whether a cell of this length can be blank, without looking at its bytes. */
    boolean mayContain(int length) {
        return (lengths & bit(length)) != 0;
    }

    boolean contains(byte[] bytes, int from, int to) {
        if (from == to) {
            return empty;
        }
        for (byte[] other : others) {
            if (other.length == to - from && Arrays.equals(other, 0, other.length, bytes, from, to)) {
                return true;
            }
        }
        return false;
    }
}
