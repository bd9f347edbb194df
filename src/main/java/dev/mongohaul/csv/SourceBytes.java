package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.UnreadableInputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** An input's decompressed bytes from some place on, counted, and refused where they outgrow its offsets. */
final class SourceBytes implements Closeable {

    private static final int MOST_GROWTH = 1 << 20;

    private final Input input;
    private final InputStream stream;
    private long position;
    private boolean exhausted;

    SourceBytes(Input input, InputStream stream, long position) throws IOException {
        this.input = input;
        this.stream = stream;
        this.position = position;
        stream.skipNBytes(position);
    }

    /** How many bytes to add to those kept: a block's rest, more and more where a record outgrows it. */
    static int room(int kept, int blockBytes) {
        return Math.max(blockBytes - kept, Math.max(1, Math.min(kept, MOST_GROWTH)));
    }

    long position() {
        return position;
    }

    boolean exhausted() {
        return exhausted;
    }

    /** Fills the array's part, unless the input ends before; tells how many bytes it were. */
    int read(byte[] bytes, int offset, int length) throws IOException {
        int count = stream.readNBytes(bytes, offset, length);
        exhausted = count < length;
        position += count;
        if (position > input.capacity()) {
            throw new UnreadableInputException(
                    "%s: has more than the %,d bytes that it can have beside the other inputs; import it alone"
                            .formatted(input.name(), input.capacity()));
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
