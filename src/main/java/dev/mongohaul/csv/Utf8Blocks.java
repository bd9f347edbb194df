package dev.mongohaul.csv;

import dev.mongohaul.csv.SourceBytes.InputEncoding;
import dev.mongohaul.csv.input.Input;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;

/**
 * Content of an input from an offset on, as a window of UTF-8 that moves forward block by block.
 *
 * <p>A block is never written to once the window has moved on, so that readers may keep slices of it. Indexes are those of
 * the present block. Offsets can be asked for beginnings of lines and for {@link #limit}. Not thread-safe.
 */
public interface Utf8Blocks extends Closeable {

    /** Bytes after {@link #limit} that may be read, so that eight can be read at once; their values are undefined. */
    int PADDING = 8;

    /**
     * Opens an input at a place.
     *
     * @param declared the charset where the input has no byte order mark
     * @param position the beginning of a record, in bytes of the input; 0 is after the byte order mark
     * @param peek whether standard input keeps its place after {@code close}
     * @param blockBytes the size of a block, more where a single record needs it
     */
    static Utf8Blocks open(Input input, Charset declared, long position, boolean peek, int blockBytes)
            throws IOException {
        InputStream raw = peek ? input.source().peek() : input.source().open();
        try {
            byte[] head = raw.readNBytes(InputEncoding.LONGEST_MARK);
            PushbackInputStream stream = new PushbackInputStream(raw, InputEncoding.LONGEST_MARK);
            stream.unread(head);
            InputEncoding encoding = InputEncoding.detect(head, declared);
            SourceBytes source = new SourceBytes(input, stream, Math.max(position, encoding.byteOrderMarkBytes()));
            return encoding.isUtf8()
                    ? new DirectBlocks(source, encoding, blockBytes)
                    : new TranscodedBlocks(source, encoding, blockBytes);
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
    byte[] bytes();

    /** Returns the index after the block's last byte. */
    int limit();

    /** Returns whether nothing follows the present block. */
    boolean exhausted();

    /** Makes a new block of the bytes from {@code keepFrom} on and at least one more, if there is one. */
    void refill(int keepFrom) throws IOException;

    /** Returns the offset of the byte in the decompressed, untranscoded input. */
    long offset(int index);

    /** Returns the untranscoded bytes of the present block. */
    byte[] source();

    /** Returns where in {@link #source} the text at the index begins. */
    int sourceIndex(int index);

    /** Returns the untranscoded byte that makes the text at the index invalid, 0 to 255. */
    int invalidByte(int index);

    /** Returns the number of untranscoded bytes of a CR or LF. */
    int lineEndUnit();

    /** Returns the charset of the input, by its byte order mark or as declared. */
    Charset charset();

    /** Returns the number of bytes of the input's byte order mark. */
    int byteOrderMarkBytes();
}
