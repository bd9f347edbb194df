package dev.mongohaul.infer;

import dev.mongohaul.csv.input.Input;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.io.input.BoundedInputStream;

/** Bytes of a sample that lie side by side in one input. Its end may be within a character. */
public final class Stretch {

    private final Input input;
    private final InputStream rest;
    private final BoundedInputStream bytes;
    private final boolean fromStart;

    Stretch(Input input, InputStream rest, long most, boolean fromStart) throws IOException {
        this.input = input;
        this.rest = rest;
        this.bytes = BoundedInputStream.builder()
                .setInputStream(rest)
                .setMaxCount(most)
                .get();
        this.fromStart = fromStart;
    }

    public Input input() {
        return input;
    }

    /** Whether it begins with the input's first byte. */
    public boolean isFromStart() {
        return fromStart;
    }

    /** Fills the array's part, unless the stretch ends before; tells how many bytes it were. */
    public int read(byte[] block, int offset, int length) throws IOException {
        return bytes.readNBytes(block, offset, length);
    }

    /** Whether the input ends where the stretch does; to be asked once all of it is read. */
    public boolean endsInput() throws IOException {
        return rest.read() < 0;
    }

    long count() {
        return bytes.getCount();
    }
}
