package dev.mongohaul.csv;

/** Holds the cells that are not in the block as they read: those with doubled quotes or escapes. */
final class Unescaper {

    private static final int BYTES = 64 << 10;

    private final int quote;
    private final int escape;
    private byte[] bytes = new byte[0];
    private int limit;

    /** Takes characters that no byte is equal to for none. */
    Unescaper(int quote, int escape) {
        this.quote = quote;
        this.escape = escape;
    }

    /** Begins a new array where the present one, which earlier records share, has no room for so many bytes. */
    void ensureRoom(int count) {
        if (limit + count > bytes.length) {
            bytes = new byte[Math.max(BYTES, count)];
            limit = 0;
        }
    }

    /**
     * Appends a cell's content as it reads; gives the index of its first byte. A doubled quote in a quoted cell is one
     * quote. An escape and its character are that character, or what the letter means; as the whole cell, an escape and N
     * stay as they are.
     */
    int append(byte[] block, int from, int to, boolean quoted) {
        int start = limit;
        if (to - from == 2 && block[from] == escape && block[from + 1] == 'N') {
            bytes[limit++] = block[from];
            bytes[limit++] = block[from + 1];
            return start;
        }
        for (int at = from; at < to; at++) {
            if (block[at] == escape) {
                at++;
                bytes[limit++] = meant(block[at]);
            } else {
                bytes[limit++] = block[at];
                if (quoted && block[at] == quote) {
                    at++;
                }
            }
        }
        return start;
    }

    /** As MySQL's LOAD DATA reads it. */
    private static byte meant(byte escaped) {
        return switch (escaped) {
            case '0' -> 0;
            case 'b' -> '\b';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'Z' -> 0x1A;
            default -> escaped;
        };
    }

    byte[] bytes() {
        return bytes;
    }

    /** Index behind the last byte. */
    int limit() {
        return limit;
    }
}
