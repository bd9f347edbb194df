package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file's bytes, skipping in no time. Fails at the beginning and at the end of a file that grew or shrank since its size
 * was taken: what looks like the last record may be half of one. Where its blocks' sums are known, fails before it hands
 * out a byte of a block that is another one now.
 */
final class PlainFileStream extends InputStream {

    // The JDK keeps a direct buffer as large as the largest read for each thread.
    private static final int LARGEST_READ = 256 << 10;

    private final Path path;
    private final FileChannel channel;
    private final long size;
    private final @Nullable ComparedBlock block;
    private long position;

    PlainFileStream(Path path, long size, @Nullable BlockSums sums) throws IOException {
        this.path = path;
        this.size = size;
        this.block = sums == null ? null : new ComparedBlock(sums);
        this.channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            refuseIfChanged();
        } catch (IOException changed) {
            channel.close();
            throw changed;
        }
    }

    /** Bytes that were read or skipped. */
    long position() {
        return position;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
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
        int count = block == null ? channel.read(part, position) : block.read(part);
        if (count < 0) {
            throw changed(position);
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
        if (channel.size() != size) {
            throw changed(channel.size());
        }
    }

    private IOException changed(long now) {
        return new UnreadableInputException(
                "%s: had %,d bytes when the import began and has %,d now; import a file only when it is complete"
                        .formatted(path, size, now));
    }

    /** The block that the position is in, read as a whole before any of its bytes is handed out. */
    private final class ComparedBlock {

        private final BlockSums sums;
        private final byte[] bytes = new byte[(int) Math.min(size, BlockSums.BLOCK_BYTES)];
        private long from = -1;

        ComparedBlock(BlockSums sums) {
            this.sums = sums;
        }

        /** Reads as far as the block goes. */
        int read(ByteBuffer part) throws IOException {
            long begin = position - position % BlockSums.BLOCK_BYTES;
            int length = (int) Math.min(BlockSums.BLOCK_BYTES, size - begin);
            if (begin != from) {
                load(begin, length);
            }
            int at = (int) (position - begin);
            int count = Math.min(part.remaining(), length - at);
            part.put(bytes, at, count);
            return count;
        }

        private void load(long begin, int length) throws IOException {
            from = -1;
            ByteBuffer whole = ByteBuffer.wrap(bytes, 0, length);
            while (whole.hasRemaining()) {
                if (channel.read(whole, begin + whole.position()) < 0) {
                    throw changed(begin + whole.position());
                }
            }
            if (!sums.match(begin, bytes, length)) {
                throw new UnreadableInputException(
                        "%s was written to, or replaced, while it was imported: bytes %,d to %,d are not those that the import was planned for; nothing of them was loaded"
                                .formatted(path, begin, begin + length));
            }
            from = begin;
        }
    }
}
