package dev.mongohaul.compare.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** One direction of a connection: a thread reads and notes the time, another writes when the time has come. */
final class DelayedStream {

    private static final int BLOCK = 64 * 1024;

    /** So many blocks on their way hold no sender up that a network would not. */
    private static final int BLOCKS = 4096;

    private final Socket from;
    private final Socket to;
    private final long delayNanos;
    private final Runnable end;
    private final BlockingQueue<Block> onTheirWay = new LinkedBlockingQueue<>(BLOCKS);

    /** @param due in the time of {@link System#nanoTime} */
    private record Block(ByteBuffer bytes, long due) {}

    /** @param end closes both sockets */
    DelayedStream(Socket from, Socket to, long delayNanos, Runnable end) {
        this.from = from;
        this.to = to;
        this.delayNanos = delayNanos;
        this.end = end;
    }

    /** Runs until nothing comes any more. An empty block tells the writer so. */
    void read() {
        byte[] buffer = new byte[BLOCK];
        try {
            InputStream in = from.getInputStream();
            int length = in.read(buffer);
            while (length > 0) {
                onTheirWay.put(
                        new Block(ByteBuffer.wrap(Arrays.copyOf(buffer, length)), System.nanoTime() + delayNanos));
                length = in.read(buffer);
            }
            onTheirWay.put(new Block(ByteBuffer.allocate(0), System.nanoTime() + delayNanos));
        } catch (IOException e) {
            endNow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            endNow();
        }
    }

    private void endNow() {
        end.run();
        onTheirWay.clear();
        onTheirWay.add(new Block(ByteBuffer.allocate(0), System.nanoTime()));
    }

    /** Runs until the empty block, or until somebody closes the connection. */
    void write() {
        try {
            OutputStream out = to.getOutputStream();
            Block block = onTheirWay.take();
            while (block.bytes().hasRemaining()) {
                await(block.due());
                out.write(block.bytes().array());
                block = onTheirWay.take();
            }
        } catch (IOException e) {
            // The other end is gone: there is nobody to write to.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end.run();
        }
    }

    private static void await(long due) {
        long left = due - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = due - System.nanoTime();
        }
    }
}
