package dev.mongohaul.csv.digest;

import dev.mongohaul.csv.input.BlockSums;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.UnreadableInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Stored bytes of an input in their order, of which a listener sees each part once. For one thread at a time. */
final class StoredBytes extends InputStream {

    private final Input input;
    private final FileChannel channel;
    private final BlockListener listener;
    private final ByteBuffer part = ByteBuffer.allocate(BlockSums.BLOCK_BYTES).limit(0);
    private long offset;

    StoredBytes(Input input, FileChannel channel, BlockListener listener) {
        this.input = input;
        this.channel = channel;
        this.listener = listener;
    }

    /** Reads the part of a file, which must be there. */
    static void fill(ByteBuffer part, FileChannel channel, long offset, Input input) throws IOException {
        while (part.hasRemaining()) {
            if (channel.read(part, input.object().begin() + offset + part.position()) < 0) {
                throw new UnreadableInputException(
                        "%s: is shorter than the %,d bytes it had; import a file only when it is complete"
                                .formatted(input.address(), input.stamp().size()));
            }
        }
    }

    /** Reads what the unpacking has left. */
    void drain() throws IOException {
        while (more()) {
            part.position(part.limit());
        }
    }

    private boolean more() throws IOException {
        if (!part.hasRemaining() && offset < input.stamp().size()) {
            part.clear().limit((int) Math.min(part.capacity(), input.stamp().size() - offset));
            fill(part, channel, offset, input);
            part.flip();
            listener.read(input, offset, part.array(), part.limit());
            offset += part.limit();
        }
        return part.hasRemaining();
    }

    @Override
    public int read() throws IOException {
        return more() ? part.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int count = Math.min(length, part.remaining());
        part.get(bytes, from, count);
        return count;
    }
}
