package dev.mongohaul.writer.raw;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.bson.RawBsonDocument;

/**
 * Takes the documents of a chunk, one behind the other, and cuts them apart without a copy.
 *
 * <p>It is a channel because bson4jackson would otherwise put one of the JDK's around the stream for every document,
 * which copies each byte once more, and closes itself when the thread is interrupted.
 */
final class ChunkBuffer extends ByteArrayOutputStream implements WritableByteChannel {

    private static final VarHandle LENGTH = MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);

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
     * The documents written so far, which share this buffer's array: nothing may be written after this.
     *
     * @throws IllegalArgumentException if something else than documents was written
     */
    List<RawBsonDocument> documents() {
        List<RawBsonDocument> documents = new ArrayList<>();
        int start = 0;
        while (start < count) {
            int length = count - start < EMPTY ? 0 : (int) LENGTH.get(buf, start);
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
