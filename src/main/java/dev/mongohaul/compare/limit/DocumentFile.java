package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.limit.DocumentFile.Batch;
import dev.mongohaul.compare.run.Cancellation;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;

/** File of encoded documents, so that an input of any size can be sent repeatedly. Thread-safe for reading. */
final class DocumentFile implements Closeable {

    private static final int BUFFER = 1 << 20;

    private final FileChannel channel;
    private final Map<Integer, List<Batch>> batches;
    private final long rejected;

    private DocumentFile(FileChannel channel, Map<Integer, List<Batch>> batches, long rejected) {
        this.channel = channel;
        this.batches = batches;
        this.rejected = rejected;
    }

    /**
     * Writes all documents of a job into a new file, which the caller deletes.
     *
     * @param chunkSizes documents in a message; the file is cut for each
     */
    public static DocumentFile write(
            Path path, InsertContent content, Collection<Integer> chunkSizes, Cancellation cancellation)
            throws IOException {
        Map<Integer, BatchCutter> cutters = new TreeMap<>();
        chunkSizes.forEach(size -> cutters.put(size, new BatchCutter(size)));
        long rejected;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), BUFFER)) {
            rejected = content.each(document -> {
                cancellation.check();
                int length = append(document, out);
                cutters.values().forEach(cutter -> cutter.add(length));
            });
        }
        Map<Integer, List<Batch>> batches = cutters.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().finish()));
        return new DocumentFile(FileChannel.open(path, StandardOpenOption.READ), batches, rejected);
    }

    private static int append(RawBsonDocument document, OutputStream out) throws IOException {
        ByteBuf bytes = document.getByteBuffer();
        int length = bytes.remaining();
        out.write(bytes.array(), bytes.asNIO().arrayOffset() + bytes.position(), length);
        return length;
    }

    /** Returns all documents in messages of one of the chunk sizes. */
    List<Batch> batches(int chunkSize) {
        return Objects.requireNonNull(batches.get(chunkSize));
    }

    /** Returns the number of documents. */
    public long documents() {
        return anyBatches().stream().mapToLong(Batch::documents).sum();
    }

    /** Returns the bytes of all documents. */
    public long bytes() {
        return anyBatches().stream().mapToLong(Batch::bytes).sum();
    }

    /** Returns the number of rejected records. */
    public long rejected() {
        return rejected;
    }

    private List<Batch> anyBatches() {
        return batches.values().iterator().next();
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

    /**
     * Documents of one message.
     *
     * @param offset of the first in the file
     * @param documents their number
     */
    record Batch(long offset, int bytes, int documents) {}

    /** Cutter of documents into messages of at most a chunk size and about 8 MiB, like an import's chunks. */
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

        /** Adds a document of this length. */
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
