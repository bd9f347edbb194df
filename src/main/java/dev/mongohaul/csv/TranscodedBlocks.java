package dev.mongohaul.csv;

import dev.mongohaul.csv.SourceBytes.InputEncoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;

/**
 * Blocks of an input in another charset, decoded line by line, with the untranscoded bytes beside the text.
 *
 * <p>Each line is decoded from a fresh state, so that a restart at any record reads the same.
 */
final class TranscodedBlocks implements Utf8Blocks {

    private final SourceBytes source;
    private final InputEncoding encoding;
    private final int blockBytes;
    private final int unit;
    private final LineDecoder decoder;
    private final SyncPoints syncPoints = new SyncPoints();
    private byte[] raw = new byte[0];
    private long rawOffset;
    private int rawLimit;
    private int decoded;
    private Utf8Buffer text = new Utf8Buffer(0);
    private long textPosition;

    TranscodedBlocks(SourceBytes source, InputEncoding encoding, int blockBytes) {
        this.source = source;
        this.encoding = encoding;
        this.blockBytes = blockBytes;
        this.unit = InputEncoding.unitBytes(encoding.charset());
        this.decoder = new LineDecoder(encoding.charset());
        this.rawOffset = source.position();
        syncPoints.add(0, rawOffset);
    }

    @Override
    public void refill(int keepFrom) throws IOException {
        int keepRawFrom = sourceIndex(keepFrom);
        Utf8Buffer next = new Utf8Buffer(text.limit() - keepFrom + blockBytes);
        next.append(text.bytes(), keepFrom, text.limit() - keepFrom);
        text = next;
        textPosition += keepFrom;
        syncPoints.dropBefore(textPosition);
        int before = text.limit();
        do {
            readMore(keepRawFrom);
            keepRawFrom = 0;
            decode();
        } while (text.limit() == before && !source.exhausted());
        syncPoints.add(textPosition + text.limit(), rawOffset + decoded);
    }

    private void readMore(int keepFrom) throws IOException {
        int kept = rawLimit - keepFrom;
        int room = SourceBytes.room(kept, blockBytes);
        byte[] next = new byte[kept + room];
        System.arraycopy(raw, keepFrom, next, 0, kept);
        int count = source.read(next, kept, room);
        raw = next;
        rawOffset += keepFrom;
        rawLimit = kept + count;
        decoded -= keepFrom;
    }

    private void decode() {
        while (decoded < rawLimit) {
            int lineEnd = findLineEnd(decoded);
            if (lineEnd < 0) {
                decoded = decoder.decode(raw, decoded, rawLimit, source.exhausted(), text);
                return;
            }
            decoder.decode(raw, decoded, lineEnd, true, text);
            text.append((byte) character(lineEnd));
            decoded = lineEnd + unit;
            syncPoints.add(textPosition + text.limit(), rawOffset + decoded);
        }
    }

    private int findLineEnd(int from) {
        // No charset that CsvDialect allows has CR or LF inside another character of the same width.
        for (int at = from; at + unit <= rawLimit; at += unit) {
            int character = character(at);
            if (character == '\n' || character == '\r') {
                return at;
            }
        }
        return -1;
    }

    private int character(int at) {
        if (unit == 1) {
            return raw[at];
        }
        int value = 0;
        for (int step = 0; step < unit; step++) {
            int index = encoding.isLittleEndian() ? at + unit - 1 - step : at + step;
            value = (value << 8) | (raw[index] & 0xFF);
        }
        return value;
    }

    @Override
    public byte[] bytes() {
        return text.bytes();
    }

    @Override
    public int limit() {
        return text.limit();
    }

    @Override
    public boolean exhausted() {
        return source.exhausted();
    }

    @Override
    public long offset(int index) {
        return syncPoints.sourceOffset(textPosition + index);
    }

    @Override
    public byte[] source() {
        return raw;
    }

    @Override
    public int sourceIndex(int index) {
        return (int) (offset(index) - rawOffset);
    }

    @Override
    public int invalidByte(int index) {
        return Utf8Buffer.escapedByte(text.bytes(), index);
    }

    @Override
    public int lineEndUnit() {
        return unit;
    }

    @Override
    public Charset charset() {
        return encoding.charset();
    }

    @Override
    public int byteOrderMarkBytes() {
        return encoding.byteOrderMarkBytes();
    }

    @Override
    public void close() throws IOException {
        source.close();
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

    /** Decoder of one line at a time, of a long one in several parts; bytes that cannot be decoded become escapes. */
    static final class LineDecoder {

        private static final int CHARS = 8192;

        private final CharsetDecoder decoder;
        private final CharBuffer chars = CharBuffer.allocate(CHARS);

        LineDecoder(Charset charset) {
            decoder = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT);
        }

        /**
         * Appends a part of a line to the text.
         *
         * @param last whether the line ends at {@code to}; if not, bytes of a character that continues after it are left
         * @return the index after the last byte decoded
         */
        int decode(byte[] bytes, int from, int to, boolean last, Utf8Buffer text) {
            ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
            CoderResult result;
            do {
                result = decoder.decode(in, chars, last);
                drain(text);
                if (result.isError()) {
                    escape(in, result.length(), text);
                }
            } while (!result.isUnderflow());
            if (last) {
                decoder.flush(chars);
                drain(text);
                decoder.reset();
            }
            return in.position();
        }

        private void drain(Utf8Buffer text) {
            text.append(chars.array(), chars.position());
            chars.clear();
        }

        private static void escape(ByteBuffer in, int length, Utf8Buffer text) {
            for (int count = 0; count < length; count++) {
                text.appendEscape(in.get());
            }
        }
    }

    /**
     * Growing buffer of UTF-8. A byte that could not be decoded becomes 0xFF and two bytes of 0x80 plus a half of it: this
     * is no valid UTF-8, so that validation finds it and the message can name the byte.
     */
    static final class Utf8Buffer {

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
}
