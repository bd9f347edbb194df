package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Input;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.Arrays;

/**
 * Blocks of an input in another charset, decoded line by line, with the untranscoded bytes beside the text.
 *
 * <p>Each line is decoded from a fresh state, so that a restart at any record reads the same. A byte that cannot be decoded
 * becomes 0xFF and two bytes of 0x80 plus a half of it: this is not valid UTF-8, so that validation finds it and the message
 * can name the byte.
 */
final class TranscodedBlocks extends Utf8Blocks {

    private static final int CHARS = 8192;
    private static final int ESCAPE = 0xFF;
    private static final int CONTINUATION = 0x80;
    private static final int MOST_BYTES_OF_A_CHAR = 3;

    private final boolean littleEndian;
    // By default, it reports what it cannot decode.
    private final CharsetDecoder decoder;
    private final CharBuffer chars = CharBuffer.allocate(CHARS);
    private final SyncPoints syncPoints = new SyncPoints();
    private int decoded;
    private ByteBuffer text = ByteBuffer.allocate(PADDING);
    private long textPosition;

    TranscodedBlocks(Input input, InputStream stream, BlockEncoding encoding, long position, int blockBytes)
            throws IOException {
        super(input, stream, encoding, position, blockBytes);
        littleEndian = encoding.charset().name().endsWith("LE");
        decoder = encoding.charset().newDecoder();
        syncPoints.add(0, sourceOffset());
    }

    @Override
    void refill(int keepFrom) throws IOException {
        int keepSourceFrom = sourceIndex(keepFrom);
        int kept = limit() - keepFrom;
        text = ByteBuffer.allocate(kept + blockBytes() + PADDING).put(text.array(), keepFrom, kept);
        textPosition += keepFrom;
        syncPoints.dropBefore(textPosition);
        do {
            readSource(keepSourceFrom);
            decoded -= keepSourceFrom;
            keepSourceFrom = 0;
            decode();
        } while (limit() == kept && !exhausted());
        syncPoints.add(textPosition + limit(), sourceOffset() + decoded);
    }

    private void decode() {
        int unit = lineEndUnit();
        while (decoded < sourceLimit()) {
            int lineEnd = findLineEnd(decoded, unit);
            if (lineEnd < 0) {
                decoded = decode(sourceLimit(), exhausted());
                return;
            }
            decode(lineEnd, true);
            ensureRoom(1);
            text.put((byte) character(lineEnd, unit));
            decoded = lineEnd + unit;
            syncPoints.add(textPosition + limit(), sourceOffset() + decoded);
        }
    }

    private int findLineEnd(int from, int unit) {
        // No charset that CsvDialect allows has CR or LF inside another character of the same width.
        for (int at = from; at + unit <= sourceLimit(); at += unit) {
            int character = character(at, unit);
            if (character == '\n' || character == '\r') {
                return at;
            }
        }
        return -1;
    }

    private int character(int at, int unit) {
        if (unit == 1) {
            return source()[at];
        }
        int value = 0;
        for (int step = 0; step < unit; step++) {
            int index = littleEndian ? at + unit - 1 - step : at + step;
            value = (value << 8) | (source()[index] & 0xFF);
        }
        return value;
    }

    /**
     * Appends a part of a line to the text.
     *
     * @param last whether the line ends at {@code to}; if not, bytes of a character that continues after it are left
     * @return the index after the last byte decoded
     */
    private int decode(int to, boolean last) {
        ByteBuffer in = ByteBuffer.wrap(source(), decoded, to - decoded);
        CoderResult result;
        do {
            result = decoder.decode(in, chars, last);
            appendChars();
            for (int invalid = result.isError() ? result.length() : 0; invalid > 0; invalid--) {
                appendEscape(in.get());
            }
        } while (!result.isUnderflow());
        if (last) {
            decoder.flush(chars);
            appendChars();
            decoder.reset();
        }
        return in.position();
    }

    private void appendChars() {
        char[] units = chars.array();
        int count = chars.position();
        ensureRoom(MOST_BYTES_OF_A_CHAR * count);
        byte[] bytes = text.array();
        int at = limit();
        for (int index = 0; index < count; index++) {
            int unit = units[index];
            if (unit < 0x80) {
                bytes[at++] = (byte) unit;
                continue;
            }
            if (unit < 0x800) {
                bytes[at++] = (byte) (0xC0 | (unit >> 6));
            } else {
                if (Character.isHighSurrogate(units[index])) {
                    // Decoders give both halves of a pair together.
                    index++;
                    unit = Character.toCodePoint((char) unit, units[index]);
                    bytes[at++] = (byte) (0xF0 | (unit >> 18));
                    bytes[at++] = continuation(unit >> 12);
                } else {
                    bytes[at++] = (byte) (0xE0 | (unit >> 12));
                }
                bytes[at++] = continuation(unit >> 6);
            }
            bytes[at++] = continuation(unit);
        }
        text.position(at);
        chars.clear();
    }

    private static byte continuation(int bits) {
        return (byte) (CONTINUATION | (bits & 0x3F));
    }

    private void appendEscape(byte invalid) {
        ensureRoom(MOST_BYTES_OF_A_CHAR);
        text.put((byte) ESCAPE).put(continuation((invalid >> 4) & 0xF)).put(continuation(invalid & 0xF));
    }

    private void ensureRoom(int count) {
        int limit = limit();
        if (text.remaining() < count + PADDING) {
            text = ByteBuffer.allocate(limit + Math.max(limit, count) + PADDING).put(text.array(), 0, limit);
        }
    }

    @Override
    byte[] bytes() {
        return text.array();
    }

    @Override
    int limit() {
        return text.position();
    }

    @Override
    long offset(int index) {
        return syncPoints.sourceOffset(textPosition + index);
    }

    @Override
    int sourceIndex(int index) {
        return (int) (offset(index) - sourceOffset());
    }

    @Override
    int invalidByte(int index) {
        byte[] bytes = bytes();
        if ((bytes[index] & 0xFF) != ESCAPE) {
            return bytes[index] & 0xFF;
        }
        return ((bytes[index + 1] & 0xF) << 4) | (bytes[index + 2] & 0xF);
    }

    /** Offsets in the source of the lines of the transcoded text. */
    static final class SyncPoints {

        private long[] text = new long[64];
        private long[] source = new long[64];
        private int count;

        /** Adds a line; the first of several offsets for one place of the text counts, as for shift sequences. */
        void add(long textPosition, long sourceOffset) {
            if (count > 0 && text[count - 1] == textPosition) {
                return;
            }
            if (count == text.length) {
                text = Arrays.copyOf(text, 2 * count);
                source = Arrays.copyOf(source, 2 * count);
            }
            text[count] = textPosition;
            source[count] = sourceOffset;
            count++;
        }

        void dropBefore(long textPosition) {
            int first = find(textPosition);
            count -= first;
            System.arraycopy(text, first, text, 0, count);
            System.arraycopy(source, first, source, 0, count);
        }

        long sourceOffset(long textPosition) {
            return source[find(textPosition)];
        }

        private int find(long textPosition) {
            int index = Arrays.binarySearch(text, 0, count, textPosition);
            if (index < 0) {
                throw new IllegalArgumentException("Not the beginning of a line: " + textPosition);
            }
            return index;
        }
    }
}
