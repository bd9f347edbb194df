package dev.mongohaul.partition;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Tells the charsets in which a byte that looks like an ASCII character is one, whatever stands before it. */
final class CuttableText {

    private static final int BYTES = 256;
    private static final int ASCII = 128;

    private CuttableText() {}

    static boolean isIn(Charset charset) {
        return charset.equals(StandardCharsets.UTF_8) || (isOneByte(charset) && keepsAscii(charset));
    }

    private static boolean isOneByte(Charset charset) {
        return charset.canEncode() && charset.newEncoder().maxBytesPerChar() == 1;
    }

    private static boolean keepsAscii(Charset charset) {
        byte[] bytes = new byte[BYTES];
        for (int value = 0; value < BYTES; value++) {
            bytes[value] = (byte) value;
        }
        String text = new String(bytes, charset);
        if (text.length() != BYTES) {
            return false;
        }
        for (int value = 0; value < BYTES; value++) {
            if (value < ASCII ? text.charAt(value) != value : text.charAt(value) < ASCII) {
                return false;
            }
        }
        return true;
    }
}
