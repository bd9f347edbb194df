package dev.mongohaul.mapping.type;

import java.util.HexFormat;

/** Reads hexadecimal digits in either case. */
final class HexDigits {

    private HexDigits() {}

    /** Whether {@code [from, to)} is pairs of digits; their bytes then stand in the target from {@code at} on. */
    static boolean decode(byte[] digits, int from, int to, byte[] target, int at) {
        if ((to - from) % 2 != 0) {
            return false;
        }
        for (int pair = from; pair < to; pair += 2) {
            if (!HexFormat.isHexDigit(digits[pair]) || !HexFormat.isHexDigit(digits[pair + 1])) {
                return false;
            }
            int value = HexFormat.fromHexDigit(digits[pair]) << 4 | HexFormat.fromHexDigit(digits[pair + 1]);
            target[at + (pair - from) / 2] = (byte) value;
        }
        return true;
    }
}
