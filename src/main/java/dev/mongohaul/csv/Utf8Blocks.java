package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Input.UnreadableInputException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Content of an input from an offset on, as a window of UTF-8 that moves forward block by block. An input in UTF-8 is read
 * as it is, not yet validated.
 *
 * <p>A block is never written to once the window has moved on, so that readers may keep slices of it. Indexes are those of
 * the present block. Offsets can be asked for beginnings of lines and for {@link #limit}. Reading fails where the bytes
 * outgrow the input's share of offsets. Not thread-safe.
 */
public sealed class Utf8Blocks implements Closeable permits TranscodedBlocks {

    /** Bytes after {@link #limit} that may be read, so that eight can be read at once; their values are undefined. */
    static final int PADDING = 8;

    private static final int MOST_GROWTH = 1 << 20;

    private final Input input;
    private final InputStream stream;
    private final Encoding encoding;
    private final int blockBytes;
    private byte[] source = new byte[PADDING];
    private int sourceLimit;
    private long sourceOffset;
    private boolean exhausted;

    Utf8Blocks(Input input, InputStream stream, Encoding encoding, long position, int blockBytes) throws IOException {
        this.input = input;
        this.stream = stream;
        this.encoding = encoding;
        this.blockBytes = blockBytes;
        sourceOffset = Math.max(position, encoding.byteOrderMarkBytes());
        stream.skipNBytes(sourceOffset);
    }

    /**
     * Opens an input at a place.
     *
     * @param declared the charset where the input has no byte order mark
     * @param position the beginning of a record, in bytes of the input; 0 is after the byte order mark
     * @param peek whether standard input keeps its place after {@code close}
     * @param blockBytes the size of a block, more where a single record needs it
     */
    public static Utf8Blocks open(Input input, Charset declared, long position, boolean peek, int blockBytes)
            throws IOException {
        InputStream raw = peek ? input.source().peek() : input.source().open();
        try {
            byte[] head = raw.readNBytes(Encoding.LONGEST_MARK);
            PushbackInputStream stream = new PushbackInputStream(raw, Encoding.LONGEST_MARK);
            stream.unread(head);
            Encoding encoding = Encoding.detect(head, declared);
            return encoding.charset().equals(StandardCharsets.UTF_8)
                    ? new Utf8Blocks(input, stream, encoding, position, blockBytes)
                    : new TranscodedBlocks(input, stream, encoding, position, blockBytes);
        } catch (EOFException shorter) {
            raw.close();
            throw new IOException(
                    "%s: ends before byte %,d, where reading was to go on; the file has changed"
                            .formatted(input.name(), position),
                    shorter);
        } catch (IOException | RuntimeException failure) {
            raw.close();
            throw failure;
        }
    }

    /** Returns the present block. */
    byte[] bytes() {
        return source;
    }

    /** Returns the index after the block's last byte. */
    int limit() {
        return sourceLimit;
    }

    /** Returns whether nothing follows the present block. */
    final boolean exhausted() {
        return exhausted;
    }

    /** Makes a new block of the bytes from {@code keepFrom} on and at least one more, if there is one. */
    void refill(int keepFrom) throws IOException {
        readSource(keepFrom);
    }

    /** As {@link #refill}, with untranscoded bytes. */
    final void readSource(int keepFrom) throws IOException {
        int kept = sourceLimit - keepFrom;
        // The rest of a block, or more where a record outgrows it.
        int room = Math.max(blockBytes - kept, Math.max(1, Math.min(kept, MOST_GROWTH)));
        byte[] next = new byte[kept + room + PADDING];
        System.arraycopy(source, keepFrom, next, 0, kept);
        int count = stream.readNBytes(next, kept, room);
        exhausted = count < room;
        source = next;
        sourceOffset += keepFrom;
        sourceLimit = kept + count;
        if (sourceOffset + sourceLimit > input.capacity()) {
            throw new UnreadableInputException(
                    "%s: has more than the %,d bytes that it can have beside the other inputs; import it alone"
                            .formatted(input.name(), input.capacity()));
        }
    }

    /** Returns the offset of the byte in the decompressed, untranscoded input. */
    long offset(int index) {
        return sourceOffset + index;
    }

    /** Returns the untranscoded bytes of the present block. */
    final byte[] source() {
        return source;
    }

    final int sourceLimit() {
        return sourceLimit;
    }

    /** Returns the offset of the first untranscoded byte. */
    final long sourceOffset() {
        return sourceOffset;
    }

    final int blockBytes() {
        return blockBytes;
    }

    /** Returns where in {@link #source} the text at the index begins. */
    int sourceIndex(int index) {
        return index;
    }

    /** Returns the untranscoded byte that makes the text at the index invalid, 0 to 255. */
    int invalidByte(int index) {
        return source[index] & 0xFF;
    }

    /** Returns the number of untranscoded bytes of a CR or LF. */
    final int lineEndUnit() {
        return encoding.unit();
    }

    /** Returns the charset of the input, by its byte order mark or as declared. */
    public final Charset charset() {
        return encoding.charset();
    }

    /** Returns the number of bytes of the input's byte order mark. */
    public final int byteOrderMarkBytes() {
        return encoding.byteOrderMarkBytes();
    }

    @Override
    public final void close() throws IOException {
        stream.close();
    }

    /**
     * Charset that an input is in.
     *
     * @param byteOrderMarkBytes length of the mark at the input's beginning, 0 without one
     * @param unit number of bytes of a CR or LF
     */
    record Encoding(Charset charset, int byteOrderMarkBytes, int unit) {

        static final int LONGEST_MARK = 4;

        // UTF-32 first: its little-endian mark begins with that of UTF-16.
        private static final List<String> MARKED = List.of("UTF-32BE", "UTF-32LE", "UTF-8", "UTF-16BE", "UTF-16LE");

        /**
         * Returns the encoding; a byte order mark takes precedence over the declared charset.
         *
         * @param head the input's first bytes, at least four where it has as many
         */
        static Encoding detect(byte[] head, Charset declared) {
            for (String name : MARKED) {
                Charset charset = Charset.forName(name);
                byte[] mark = "\uFEFF".getBytes(charset);
                if (head.length >= mark.length && Arrays.equals(head, 0, mark.length, mark, 0, mark.length)) {
                    return new Encoding(charset, mark.length, unit(name));
                }
            }
            Charset charset = withoutMark(declared);
            return new Encoding(charset, 0, unit(charset.name()));
        }

        /** The JDK's decoders of the names without a byte order look for a mark at each reset; RFC 2781 4.3 says BE. */
        private static Charset withoutMark(Charset declared) {
            return switch (declared.name()) {
                case "UTF-16" -> StandardCharsets.UTF_16BE;
                case "x-UTF-16LE-BOM" -> StandardCharsets.UTF_16LE;
                case "UTF-32", "X-UTF-32BE-BOM" -> Charset.forName("UTF-32BE");
                case "X-UTF-32LE-BOM" -> Charset.forName("UTF-32LE");
                default -> declared;
            };
        }

        private static int unit(String name) {
            return name.startsWith("UTF-16") ? 2 : name.startsWith("UTF-32") ? 4 : 1;
        }
    }

    /** Validation of UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
    public static final class Utf8 {

        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        private static final long HIGH_BITS = 0x8080808080808080L;

        private Utf8() {}

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
}
