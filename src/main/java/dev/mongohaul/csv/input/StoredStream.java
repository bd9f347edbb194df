package dev.mongohaul.csv.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Stored bytes of an object, which can be skipped without reading. Reading fails at the beginning and at the end of one
 * that grew or shrank since its size was taken: its last record may be half of one. Where the sums of its blocks are
 * known, reading fails before a byte of a changed block is returned.
 */
final class StoredStream extends BlockStream {

    // The JDK keeps a direct buffer as large as the largest read for each thread.
    private static final int LARGEST_READ = 256 << 10;

    private final InputObject object;
    private final FileChannel channel;
    private final long size;
    private final @Nullable BlockSums sums;
    private final byte[] block;
    private long blockBegin = -1;
    private long position;

    /** @param sums that the bytes must have; null for any */
    StoredStream(InputObject object, @Nullable BlockSums sums) throws IOException {
        this.object = object;
        this.sums = sums;
        size = object.stamp().size();
        block = new byte[sums == null ? 0 : (int) Math.min(size, BlockSums.BLOCK_BYTES)];
        channel = object.channel();
        try {
            refuseIfChanged();
        } catch (IOException changed) {
            channel.close();
            throw changed;
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int wanted = (int) Math.min(Math.min(length, LARGEST_READ), size - position);
        if (wanted <= 0) {
            refuseIfChanged();
            return -1;
        }
        ByteBuffer part = ByteBuffer.wrap(bytes, offset, wanted);
        int count = sums == null ? channel.read(part, object.begin() + position) : readCompared(part, sums);
        if (count < 0) {
            throw changed(channel.size());
        }
        position += count;
        return count;
    }

    @Override
    public long skip(long count) {
        long skipped = Math.max(0, Math.min(count, size - position));
        position += skipped;
        return skipped;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, size - position);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void refuseIfChanged() throws IOException {
        long now = channel.size();
        if (now != object.file().stamp().size()) {
            throw changed(now);
        }
    }

    private IOException changed(long now) {
        return new UnreadableInputException(
                "%s: had %,d bytes when the import began and has %,d now; import a file only when it is complete"
                        .formatted(
                                object.file().address(), object.file().stamp().size(), now));
    }

    /** Reads up to the end of the block at the position, which is compared as a whole before. */
    private int readCompared(ByteBuffer part, BlockSums expected) throws IOException {
        long begin = position - position % BlockSums.BLOCK_BYTES;
        int length = (int) Math.min(BlockSums.BLOCK_BYTES, size - begin);
        if (begin != blockBegin) {
            loadBlock(begin, length, expected);
        }
        int at = (int) (position - begin);
        int count = Math.min(part.remaining(), length - at);
        part.put(block, at, count);
        return count;
    }

    private void loadBlock(long begin, int length, BlockSums expected) throws IOException {
        blockBegin = -1;
        ByteBuffer whole = ByteBuffer.wrap(block, 0, length);
        while (whole.hasRemaining()) {
            if (channel.read(whole, object.begin() + begin + whole.position()) < 0) {
                throw changed(channel.size());
            }
        }
        if (!expected.match(begin, block, length)) {
            throw new UnreadableInputException(
                    "%s was written to, or replaced, while it was imported: bytes %,d to %,d are not those that the import was planned for; nothing of them was loaded"
                            .formatted(object.address(), begin, begin + length));
        }
        blockBegin = begin;
    }
}
