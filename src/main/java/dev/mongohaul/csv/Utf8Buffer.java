package dev.mongohaul.csv;

import java.util.Arrays;

/**
 * UTF-8 being written. A byte that could not be decoded becomes 0xFF and two bytes of 0x80 plus a half of it: no valid
 * UTF-8, so that whoever validates the text finds it, and the byte can be told.
 */
final class Utf8Buffer {

    private static final int ESCAPE = 0xFF;
    private static final int CONTINUATION = 0x80;

    private byte[] bytes;
    private int limit;

    Utf8Buffer(int capacity) {
        bytes = new byte[capacity + Utf8Blocks.PADDING];
    }

    static int escapedByte(byte[] text, int index) {
        if ((text[index] & 0xFF) != ESCAPE) {
            return text[index] & 0xFF;
        }
        return ((text[index + 1] & 0xF) << 4) | (text[index + 2] & 0xF);
    }

    byte[] bytes() {
        return bytes;
    }

    int limit() {
        return limit;
    }

    void append(byte[] source, int from, int length) {
        ensureRoom(length);
        System.arraycopy(source, from, bytes, limit, length);
        limit += length;
    }

    void append(byte ascii) {
        ensureRoom(1);
        bytes[limit++] = ascii;
    }

    void appendEscape(byte invalid) {
        ensureRoom(3);
        bytes[limit++] = (byte) ESCAPE;
        bytes[limit++] = (byte) (CONTINUATION | ((invalid >> 4) & 0xF));
        bytes[limit++] = (byte) (CONTINUATION | (invalid & 0xF));
    }

    void append(char[] chars, int count) {
        ensureRoom(3 * count);
        for (int index = 0; index < count; index++) {
            char unit = chars[index];
            if (unit < 0x80) {
                bytes[limit++] = (byte) unit;
            } else if (Character.isHighSurrogate(unit)) {
                // Decoders give both halves of a pair together.
                index++;
                appendCodePoint(Character.toCodePoint(unit, chars[index]));
            } else {
                appendCodePoint(unit);
            }
        }
    }

    private void appendCodePoint(int codePoint) {
        if (codePoint < 0x800) {
            bytes[limit++] = (byte) (0xC0 | (codePoint >> 6));
        } else {
            if (codePoint < 0x10000) {
                bytes[limit++] = (byte) (0xE0 | (codePoint >> 12));
            } else {
                bytes[limit++] = (byte) (0xF0 | (codePoint >> 18));
                bytes[limit++] = continuation(codePoint >> 12);
            }
            bytes[limit++] = continuation(codePoint >> 6);
        }
        bytes[limit++] = continuation(codePoint);
    }

    private static byte continuation(int bits) {
        return (byte) (CONTINUATION | (bits & 0x3F));
    }

    private void ensureRoom(int count) {
        if (limit + count + Utf8Blocks.PADDING > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * limit, limit + count) + Utf8Blocks.PADDING);
        }
    }
}
