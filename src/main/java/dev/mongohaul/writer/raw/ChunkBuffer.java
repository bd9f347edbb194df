package dev.mongohaul.writer.raw;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.bson.RawBsonDocument;

/**
 * Buffer of the documents of a chunk, which separates them without a copy.
 *
 * <p>It is a channel because bson4jackson would otherwise wrap the stream in a channel of the JDK for every document,
 * which copies each byte once more, and closes itself when the thread is interrupted.
 */
final class ChunkBuffer extends ByteArrayOutputStream implements WritableByteChannel {

    /** Bytes of a document without fields. */
    private static final int EMPTY = 5;

    ChunkBuffer(int capacity) {
        super(capacity);
    }

    /** @param page must be backed by an array */
    @Override
    public int write(ByteBuffer page) {
        int length = page.remaining();
        write(page.array(), page.arrayOffset() + page.position(), length);
        page.position(page.limit());
        return length;
    }

    /**
     * Returns the documents, which share the array of this buffer: nothing may be written afterwards.
     *
     * @throws IllegalArgumentException if a value that is not a document was written
     */
    List<RawBsonDocument> documents() {
        List<RawBsonDocument> documents = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(buf).order(LITTLE_ENDIAN);
        int start = 0;
        while (start < count) {
            int length = count - start < EMPTY ? 0 : bytes.getInt(start);
            if (length < EMPTY || length > count - start) {
                throw new IllegalArgumentException("only documents can be stored, and a value by itself is none");
            }
            documents.add(new RawBsonDocument(buf, start, length));
            start += length;
        }
        return documents;
    }

    @Override
    public boolean isOpen() {
        return true;
    }
}
