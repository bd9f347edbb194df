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
 * An input's content from some place on, as a window of UTF-8 that moves forward, one block after another.
 *
 * <p>A block is never written to again once the window has moved on: whoever reads may keep slices of it. Indexes are
 * those of the present block. Places that a caller asks the offset of are beginnings of lines, or {@link #limit}. Not
 * thread-safe.
 */
public interface Utf8Blocks extends Closeable {

    /** Bytes behind {@link #limit} that may be read, so that eight can be looked at together; they mean nothing. */
    int PADDING = 8;

    /**
     * Goes to a place of an input.
     *
     * @param declared the charset where the input has no byte order mark
     * @param position the beginning of a record, in bytes of the input; 0 goes behind the byte order mark
     * @param peek whether standard input shall be as it was after {@code close}
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

    /** The present block. */
    byte[] bytes();

    /** Index behind the block's last byte. */
    int limit();

    /** Whether nothing follows the present block. */
    boolean exhausted();

    /** Makes a new block of what lies from {@code keepFrom} on and at least one byte more, if there is one. */
    void refill(int keepFrom) throws IOException;

    /** Where the byte came from: decompressed, untranscoded bytes of the input, from its first one on. */
    long offset(int index);

    /** The untranscoded bytes of the present block. */
    byte[] source();

    /** Where in {@link #source} the text at the index begins. */
    int sourceIndex(int index);

    /** The untranscoded byte that makes the text at the index invalid, 0 to 255. */
    int invalidByte(int index);

    /** Untranscoded bytes of a CR or LF. */
    int lineEndUnit();

    /** What the input is in, by its byte order mark or as declared. */
    Charset charset();

    /** Bytes of the input's byte order mark. */
    int byteOrderMarkBytes();
}
