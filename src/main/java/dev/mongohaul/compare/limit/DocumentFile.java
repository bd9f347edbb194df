package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.job.InsertContent;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;

/** File of encoded documents, so that an input of any size can be sent repeatedly. Thread-safe for reading. */
final class DocumentFile implements Closeable {

    private static final int BUFFER = 1 << 20;

    private final FileChannel channel;
    private final Map<Integer, BatchCutter> cutters = new HashMap<>();
    private final long rejected;
    private long documents;
    private long bytes;

    /**
     * Writes all documents of a job into a new file, which the caller deletes.
     *
     * @param chunkSizes documents in a message; the file is cut for each
     */
    DocumentFile(Path path, InsertContent content, Collection<Integer> chunkSizes, ComparisonProgress progress)
            throws IOException {
        chunkSizes.forEach(size -> cutters.put(size, new BatchCutter(size)));
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), BUFFER)) {
            rejected = content.each(document -> {
                progress.check();
                int length = append(document, out);
                documents++;
                bytes += length;
                cutters.values().forEach(cutter -> cutter.add(length));
            });
        }
        channel = FileChannel.open(path, StandardOpenOption.READ);
    }

    private static int append(RawBsonDocument document, OutputStream out) throws IOException {
        ByteBuf bytes = document.getByteBuffer();
        int length = bytes.remaining();
        out.write(bytes.array(), bytes.asNIO().arrayOffset() + bytes.position(), length);
        return length;
    }

    /** Returns all documents in messages of one of the chunk sizes. */
    List<Batch> batches(int chunkSize) {
        return Objects.requireNonNull(cutters.get(chunkSize)).finish();
    }

    long documents() {
        return documents;
    }

    long bytes() {
        return bytes;
    }

    long rejected() {
        return rejected;
    }

    /** Reads a message's documents into a buffer that has room for them. */
    void read(Batch batch, ByteBuffer into) throws IOException {
        int end = into.position() + batch.bytes();
        into.limit(end);
        long from = batch.offset() - into.position();
        while (into.position() < end) {
            if (channel.read(into, from + into.position()) < 0) {
                throw new EOFException("The file of documents was truncated");
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Documents of one message, from an offset in the file. */
    record Batch(long offset, int bytes, int documents) {}

    /** Cutter of documents into messages of at most a chunk size and about 8 MiB. */
    static final class BatchCutter {

        private static final int FULL_BYTES = 8 << 20;

        private final int chunkSize;
        private final List<Batch> batches = new ArrayList<>();
        private long offset;
        private int bytes;
        private int documents;

        BatchCutter(int chunkSize) {
            this.chunkSize = chunkSize;
        }

        void add(int length) {
            bytes += length;
            documents++;
            if (documents == chunkSize || bytes >= FULL_BYTES) {
                end();
            }
        }

        /** Returns all batches, after the last document. */
        List<Batch> finish() {
            end();
            return List.copyOf(batches);
        }

        private void end() {
            if (documents > 0) {
                batches.add(new Batch(offset, bytes, documents));
                offset += bytes;
                bytes = 0;
                documents = 0;
            }
        }
    }
}
