package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * Transfer of one version of an object into a file, in blocks of 8 MiB, four at a time. A block that fails goes on behind
 * its last byte. Behind the bytes of the object, the file has a checksum for each complete block until the transfer ends;
 * the transfer after a crash compares them, and fetches the other blocks.
 */
final class Fetch {

    static final int BLOCK_BYTES = 8 << 20;

    private static final int THREADS = 4;
    private static final int READ_BYTES = 64 << 10;
    private static final int MOST_RESTARTS = 4;

    /** Differs from an empty place for any checksum, which has 32 bits. */
    private static final long COMPLETE = 1L << 32;

    private final RemoteStore store;
    private final RemoteObject object;
    private final FileChannel file;
    private final TransferProgress progress;
    private final int rangeBytes;
    private final AtomicLong stored = new AtomicLong();

    /** @param file for the bytes; empty, or from an earlier transfer of the same version */
    Fetch(RemoteStore store, RemoteObject object, FileChannel file, TransferProgress progress) {
        this(store, object, file, progress, BLOCK_BYTES);
    }

    Fetch(RemoteStore store, RemoteObject object, FileChannel file, TransferProgress progress, int rangeBytes) {
        this.rangeBytes = rangeBytes;
        this.store = store;
        this.object = object;
        this.file = file;
        this.progress = progress;
    }

    /**
     * Fetches all bytes, and makes them durable.
     *
     * @throws IOException if a server cannot be reached for longer, or the object is another one by now
     */
    void run() throws IOException, InterruptedException {
        long blockBytes = blockBytes();
        int blocks = blocks();
        progress.stored(object.address().toString(), 0, object.size());
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "fetch");
            thread.setDaemon(true);
            return thread;
        });
        try {
            CompletionService<Boolean> ended = new ExecutorCompletionService<>(threads);
            for (int block = 0; block < blocks; block++) {
                int index = block;
                long from = block * blockBytes;
                long length = Math.min(blockBytes, object.size() - from);
                ended.submit(() -> fetch(index, from, length));
            }
            for (int block = 0; block < blocks; block++) {
                ended.take().get();
            }
        } catch (ExecutionException e) {
            throw failure(Objects.requireNonNullElse(e.getCause(), e));
        } finally {
            threads.shutdownNow();
            progress.ended();
        }
        file.truncate(object.size());
        file.force(true);
    }

    private long blockBytes() {
        return object.ranges() ? rangeBytes : Math.max(1, object.size());
    }

    private int blocks() {
        return Math.toIntExact((object.size() + blockBytes() - 1) / blockBytes());
    }

    /** Returns the bytes of the blocks that no earlier transfer has stored. */
    long missing() throws IOException {
        ByteBuffer mark = ByteBuffer.allocate(Long.BYTES);
        long missing = 0;
        for (int block = 0; block < blocks(); block++) {
            if (!readFully(mark.clear(), placeOfSum(block)) || mark.getLong(0) == 0) {
                missing += Math.min(blockBytes(), object.size() - block * blockBytes());
            }
        }
        return missing;
    }

    private static IOException failure(Throwable cause) {
        if (cause instanceof InputException refusal) {
            throw refusal;
        }
        return cause instanceof IOException failure
                ? failure
                : new IOException(String.valueOf(cause.getMessage()), cause);
    }

    private boolean fetch(int block, long from, long length) throws IOException {
        if (isComplete(block, from, length)) {
            progress.stored(object.address().toString(), stored.addAndGet(length), object.size());
            return true;
        }
        CRC32C sum = new CRC32C();
        Patience patience = Patience.forRange();
        byte[] bytes = new byte[READ_BYTES];
        int restarts = 0;
        long at = 0;
        while (at < length) {
            try (InputStream in = store.open(object, from + at, length - at)) {
                while (at < length) {
                    int count = in.read(bytes, 0, (int) Math.min(bytes.length, length - at));
                    if (count < 0) {
                        throw new EOFException("the connection ended after %,d of %,d bytes".formatted(at, length));
                    }
                    write(ByteBuffer.wrap(bytes, 0, count), from + at);
                    sum.update(bytes, 0, count);
                    at += count;
                    patience.succeeded();
                    progress.stored(object.address().toString(), stored.addAndGet(count), object.size());
                }
            } catch (ObjectChangedException e) {
                throw e;
            } catch (IOException e) {
                patience.failed(e);
                if (!object.ranges()) {
                    if (++restarts > MOST_RESTARTS) {
                        throw e;
                    }
                    stored.addAndGet(-at);
                    sum.reset();
                    at = 0;
                }
            }
        }
        ByteBuffer mark = ByteBuffer.allocate(Long.BYTES).putLong(0, COMPLETE | sum.getValue());
        write(mark, placeOfSum(block));
        return true;
    }

    private boolean isComplete(int block, long from, long length) throws IOException {
        ByteBuffer mark = ByteBuffer.allocate(Long.BYTES);
        if (!readFully(mark, placeOfSum(block)) || mark.getLong(0) == 0) {
            return false;
        }
        CRC32C sum = new CRC32C();
        ByteBuffer part = ByteBuffer.allocate(READ_BYTES);
        for (long at = 0; at < length; at += part.limit()) {
            part.clear().limit((int) Math.min(READ_BYTES, length - at));
            if (!readFully(part, from + at)) {
                return false;
            }
            sum.update(part.flip());
        }
        return mark.getLong(0) == (COMPLETE | sum.getValue());
    }

    private boolean readFully(ByteBuffer into, long from) throws IOException {
        int begin = into.position();
        while (into.hasRemaining()) {
            if (file.read(into, from + into.position() - begin) < 0) {
                return false;
            }
        }
        return true;
    }

    private void write(ByteBuffer bytes, long at) throws IOException {
        int begin = bytes.position();
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes, at + bytes.position() - begin);
            }
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            // Another attempt would have it, too.
            throw InputException.refused(
                    "%s: its local copy cannot be written (%s). Make room in the folder of the copies (mongohaul.import.remote.copy-directory), and run the same command: the transfer continues"
                            .formatted(object.address(), e.getMessage()));
        }
    }

    private long placeOfSum(int block) {
        return object.size() + (long) block * Long.BYTES;
    }
}
