package dev.mongohaul.mapping;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** Tells the cells that are blank: those equal, byte for byte, to one of a mapping's nulls. */
final class BlankCells {

    private final boolean empty;
    private final byte[][] others;

    BlankCells(Set<String> nulls) {
        this.empty = nulls.contains("");
        this.others = nulls.stream()
                .filter(text -> !text.isEmpty())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
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
