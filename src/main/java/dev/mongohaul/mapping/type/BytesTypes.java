package dev.mongohaul.mapping.type;

import java.util.Arrays;

/** The types whose values are bytes: binary in base64 or hexadecimal digits, UUIDs and ObjectIds. */
final class BytesTypes {

    /** The value of each byte as a digit; below zero for any other byte. */
    static final byte[] HEX = values("0123456789abcdef");

    static final byte[] BASE64 = values("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

    static {
        "ABCDEF".chars().forEach(digit -> HEX[digit] = (byte) (digit - 'A' + 10));
    }

    private BytesTypes() {}

    private static byte[] values(String digits) {
        byte[] values = new byte[256];
        Arrays.fill(values, (byte) -1);
        for (int value = 0; value < digits.length(); value++) {
            values[digits.charAt(value)] = (byte) value;
        }
        return values;
    }

    /**
     * Decodes pairs of hexadecimal digits, in upper or lower case, to the target from {@code at} on. Returns false if
     * {@code [from, to)} is something else.
     */
    static boolean decodeHex(byte[] digits, int from, int to, byte[] target, int at) {
        if ((to - from) % 2 != 0) {
            return false;
        }
        int all = 0;
        for (int pair = from; pair < to; pair += 2) {
            int value = HEX[digits[pair] & 0xFF] << 4 | HEX[digits[pair + 1] & 0xFF];
            target[at + (pair - from) / 2] = (byte) value;
            all |= value;
        }
        return all >= 0;
    }
}
