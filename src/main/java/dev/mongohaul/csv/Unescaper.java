package dev.mongohaul.csv;

/** Holds the cells that are not in the block as they read: those with doubled quotes. */
final class Unescaper {

    private static final int BYTES = 64 << 10;

    private final byte quote;
    private byte[] bytes = new byte[0];
    private int limit;

    Unescaper(byte quote) {
        this.quote = quote;
    }

    /** Begins a new array where the present one, which earlier records share, has no room for so many bytes. */
    void ensureRoom(int count) {
        if (limit + count > bytes.length) {
            bytes = new byte[Math.max(BYTES, count)];
            limit = 0;
        }
    }

    /** Appends a cell's content with each doubled quote written once; gives the index of its first byte. */
    int append(byte[] block, int from, int to) {
        int start = limit;
        for (int at = from; at < to; at++) {
            bytes[limit++] = block[at];
            if (block[at] == quote) {
                at++;
            }
        }
        return start;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Index behind the last byte. */
    int limit() {
        return limit;
    }
}
