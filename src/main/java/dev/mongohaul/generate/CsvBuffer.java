package dev.mongohaul.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Buffer of rows as bytes, written in large blocks.
 *
 * <p>Digits are written in place: {@code String.format} would cost more than all the rest of a row.
 */
final class CsvBuffer {

    /** The most bytes between two calls of {@link #makeRoom()}. */
    static final int ROOM = 1024;

    private final OutputStream out;
    private final byte[] bytes = new byte[64 * 1024];
    private int length;

    CsvBuffer(OutputStream out) {
        this.out = out;
    }

    CsvBuffer put(char ascii) {
        bytes[length++] = (byte) ascii;
        return this;
    }

    CsvBuffer put(byte[] encoded) {
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
        return this;
    }

    CsvBuffer text(String text) {
        return put(text.getBytes(UTF_8));
    }

    /** Appends a number of at least that many digits, with zeros in front where it has fewer. */
    CsvBuffer number(long number, int digits) {
        int width = digits;
        for (long rest = number / powerOfTen(digits); rest > 0; rest /= 10) {
            width++;
        }
        long rest = number;
        for (int position = length + width - 1; position >= length; position--) {
            bytes[position] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += width;
        return this;
    }

    /** Appends hundredths as a decimal number: 1999 as {@code 19.99}. */
    CsvBuffer hundredths(long hundredths) {
        return number(hundredths / 100, 1).put('.').number(hundredths % 100, 2);
    }

    /** Makes room for the next row or cell. */
    void makeRoom() throws IOException {
        if (length > bytes.length - ROOM) {
            drain();
        }
    }

    void flush() throws IOException {
        drain();
        out.flush();
    }

    private void drain() throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }

    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
