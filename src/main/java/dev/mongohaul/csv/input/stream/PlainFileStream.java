package dev.mongohaul.csv.input.stream;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file's bytes, skipping in no time. Fails at the beginning and at the end of a file that grew or shrank since its size
 * was taken: what looks like the last record may be half of one.
 */
final class PlainFileStream extends InputStream {

    // The JDK keeps a direct buffer as large as the largest read for each thread.
    private static final int LARGEST_READ = 256 << 10;

    private final Path path;
    private final FileChannel channel;
    private final long size;
    private long position;

    PlainFileStream(Path path, long size) throws IOException {
        this.path = path;
        this.size = size;
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
        int count = channel.read(ByteBuffer.wrap(bytes, offset, wanted), position);
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
}
