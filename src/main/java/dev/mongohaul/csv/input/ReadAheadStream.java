package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Stream that reads another one on a thread of its own, up to {@value #BLOCKS} blocks of {@value #BLOCK_BYTES} bytes
 * ahead, so that unpacking and parsing run at the same time.
 *
 * <p>A failure of the other stream is thrown where its bytes would have come. Closing ends the thread and waits for it. For
 * one reader at a time.
 */
final class ReadAheadStream extends BlockStream {

    private static final int BLOCK_BYTES = 64 << 10;
    private static final int BLOCKS = 16;

    /** Result of one read: at least a byte, none at the end, or a failure. */
    private record Block(ByteBuffer content, @Nullable Throwable failure) {}

    private final InputStream source;
    private final BlockingQueue<Block> read = new ArrayBlockingQueue<>(BLOCKS);
    private final BlockingQueue<ByteBuffer> spare = new ArrayBlockingQueue<>(BLOCKS);
    private final Thread thread = new Thread(this::readAhead, "read-ahead");
    private @Nullable Block current;

    ReadAheadStream(InputStream source) {
        this.source = source;
        for (int block = 0; block < BLOCKS; block++) {
            spare.add(ByteBuffer.allocate(BLOCK_BYTES));
        }
        thread.setDaemon(true);
        thread.start();
    }

    private void readAhead() {
        try {
            boolean more = true;
            while (more) {
                Block block = readBlock(spare.take());
                more = block.content.hasRemaining();
                read.put(block);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private Block readBlock(ByteBuffer buffer) {
        try {
            int count = source.read(buffer.array(), buffer.arrayOffset(), buffer.capacity());
            return new Block(buffer.clear().limit(Math.max(0, count)), null);
        } catch (IOException | RuntimeException | Error failure) {
            return new Block(buffer.clear().limit(0), failure);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        ByteBuffer content = content();
        int count = Math.min(length, content.remaining());
        content.get(bytes, offset, count);
        return count == 0 ? -1 : count;
    }

    /** The bytes to hand out next; none at the end, which is final. */
    private ByteBuffer content() throws IOException {
        Block block = current;
        if (block != null && block.content.limit() > 0 && !block.content.hasRemaining()) {
            spare.add(block.content);
            block = null;
        }
        if (block == null) {
            block = next();
            current = block;
        }
        if (block.failure != null) {
            throw block.failure instanceof IOException known ? known : new IOException(block.failure);
        }
        return block.content;
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
