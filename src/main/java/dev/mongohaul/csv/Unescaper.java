package dev.mongohaul.csv;

/** Buffer of the fields that differ from their bytes in the block: those with doubled quotes or escapes. */
final class Unescaper {

    private static final int BYTES = 64 << 10;

    private final int quote;
    private final int escape;
    private byte[] bytes = new byte[0];
    private int limit;

    /** @param quote a value above 255 for none; so for the escape */
    Unescaper(int quote, int escape) {
        this.quote = quote;
        this.escape = escape;
    }

    /** Begins a new array where the present one, which earlier records share, has no room for that many bytes. */
    void ensureRoom(int count) {
        if (limit + count > bytes.length) {
            bytes = new byte[Math.max(BYTES, count)];
            limit = 0;
        }
    }

    /**
     * Appends a field without quoting and escapes, and returns the index of its first byte. A doubled quote in a quoted
     * field is one quote. An escape and its character are that character, or what the letter means; an escape and N stay
     * as they are where they are the whole field.
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

    /** Returns the byte that MySQL's LOAD DATA reads for it. */
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

    /** Returns the index after the last byte. */
    int limit() {
        return limit;
    }
}
