package dev.mongohaul.csv.input.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads another stream on a thread of its own, up to {@value #BLOCKS} blocks of {@value #BLOCK_BYTES} bytes ahead of its
 * reader, so that unpacking takes no time of whoever uses the bytes.
 *
 * <p>Failures of the other stream come where its bytes would have come. Closing ends the thread, and waits for its end.
 * For one reader at a time.
 */
final class ReadAheadStream extends InputStream {

    private static final int BLOCK_BYTES = 64 << 10;
    private static final int BLOCKS = 16;

    /** What one read gave: at least a byte, -1 for the end, or a failure. */
    private record Block(byte[] bytes, int length, @Nullable Throwable failure) {}

    private final InputStream source;
    private final BlockingQueue<Block> read = new ArrayBlockingQueue<>(BLOCKS);
    private final BlockingQueue<byte[]> spare = new ArrayBlockingQueue<>(BLOCKS);
    private final Thread thread = new Thread(this::readAhead, "read-ahead");
    private @Nullable Block current;
    private int position;

    ReadAheadStream(InputStream source) {
        this.source = source;
        for (int block = 0; block < BLOCKS; block++) {
            spare.add(new byte[BLOCK_BYTES]);
        }
        thread.setDaemon(true);
        thread.start();
    }

    private void readAhead() {
        try {
            Block block;
            do {
                block = readBlock(spare.take());
                read.put(block);
            } while (block.length >= 0);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private Block readBlock(byte[] bytes) {
        try {
            return new Block(bytes, source.read(bytes), null);
        } catch (IOException | RuntimeException | Error failure) {
            return new Block(bytes, -1, failure);
        }
    }

    @Override
    public int read() throws IOException {
        Block block = block();
        return block == null ? -1 : block.bytes[position++] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        Block block = block();
        if (block == null) {
            return -1;
        }
        int count = Math.min(length, block.length - position);
        System.arraycopy(block.bytes, position, bytes, offset, count);
        position += count;
        return count;
    }

    /** A block with a byte left; null at the end. */
    private @Nullable Block block() throws IOException {
        Block block = current;
        if (block == null || position == block.length) {
            if (block != null) {
                spare.add(block.bytes);
            }
            block = next();
            current = block;
            position = 0;
        }
        if (block.failure != null) {
            throw block.failure instanceof IOException known ? known : new IOException(block.failure);
        }
        return block.length < 0 ? null : block;
    }

    private Block next() throws IOException {
        try {
            return read.take();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("Stopped while the input was read").initCause(interrupted);
        }
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        source.close();
    }
}
