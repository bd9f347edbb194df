package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.limit.DocumentFile.Batch;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.job.content.InsertContent;
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

/**
 * Encoded documents one behind the other in a file, so that an input of any size can be sent again and again. Any number
 * of threads may read.
 */
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
     * @param chunkSizes documents in a message, for which the file is cut
     */
    public static DocumentFile write(
            Path path, InsertContent content, Collection<Integer> chunkSizes, Cancellation abort) throws IOException {
        Map<Integer, BatchCutter> cutters = new TreeMap<>();
        chunkSizes.forEach(size -> cutters.put(size, new BatchCutter(size)));
        long rejected;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), BUFFER)) {
            rejected = content.each(document -> {
                abort.check();
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

    /** All documents in messages of one of the chunk sizes that the file was written for. */
    List<Batch> batches(int chunkSize) {
        return Objects.requireNonNull(batches.get(chunkSize));
    }

    /** How many there are. */
    public long documents() {
        return anyBatches().stream().mapToLong(Batch::documents).sum();
    }

    /** Bytes of all documents. */
    public long bytes() {
        return anyBatches().stream().mapToLong(Batch::bytes).sum();
    }

    /** Records that became no document. */
    public long rejected() {
        return rejected;
    }

    private List<Batch> anyBatches() {
        return batches.values().iterator().next();
    }

    /** Puts a message's documents into a buffer that has room for them. */
    void read(Batch batch, ByteBuffer into) throws IOException {
        int end = into.position() + batch.bytes();
        into.limit(end);
        long from = batch.offset() - into.position();
        while (into.position() < end) {
            if (channel.read(into, from + into.position()) < 0) {
                throw new EOFException("The file of documents has become shorter");
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * The documents of one message, as they lie in a {@link DocumentFile}.
     *
     * @param offset of the first
     * @param bytes of all
     * @param documents how many they are
     */
    record Batch(long offset, int bytes, int documents) {}

    /** Cuts a row of documents into messages of at most so many, and of about 8 MiB at most, as an import's chunks are. */
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

        /** The next document has so many bytes. */
        void add(int length) {
            bytes += length;
            documents++;
            if (documents == chunkSize || bytes >= FULL_BYTES) {
                end();
            }
        }

        /** All batches, when no document is to come any more. */
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
