package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Input;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

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
    private final BlockEncoding encoding;
    private final int blockBytes;
    private byte[] source = new byte[PADDING];
    private int sourceLimit;
    private long sourceOffset;
    private boolean exhausted;

    Utf8Blocks(Input input, InputStream stream, BlockEncoding encoding, long position, int blockBytes)
            throws IOException {
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
        InputStream raw = peek ? input.peek() : input.open();
        try {
            byte[] head = raw.readNBytes(BlockEncoding.LONGEST_MARKS);
            PushbackInputStream stream = new PushbackInputStream(raw, BlockEncoding.LONGEST_MARKS);
            stream.unread(head);
            BlockEncoding encoding = BlockEncoding.detect(head, declared);
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
        input.requireRoom(sourceOffset + sourceLimit);
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
}
