package dev.mongohaul.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Validation of UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
public final class Utf8Encoding {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8Encoding() {}

    /** Returns the index of the first byte that does not begin a valid character, or -1. */
    public static int firstInvalid(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (bytes[at] >= 0) {
                at = skipAscii(bytes, at + 1, to);
                continue;
            }
            int length = characterLength(bytes, at, to);
            if (length == 0) {
                return at;
            }
            at += length;
        }
        return -1;
    }

    /** Returns whether the text begins with U+FEFF. */
    public static boolean beginsWithByteOrderMark(byte[] bytes, int from, int to) {
        return to - from >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
    }

    private static int skipAscii(byte[] bytes, int from, int to) {
        int at = from;
        while (at + Long.BYTES <= to && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
            at += Long.BYTES;
        }
        return at;
    }

    /** RFC 3629, section 4. */
    private static int characterLength(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xFF;
        int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > to) {
            return 0;
        }
        for (int index = at + 1; index < at + length; index++) {
            if ((bytes[index] & 0xC0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[at + 1] & 0xFF;
        boolean valid = switch (lead) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second < 0xA0;
            case 0xF0 -> second >= 0x90;
            case 0xF4 -> second < 0x90;
            default -> true;
        };
        return valid ? length : 0;
    }
}
