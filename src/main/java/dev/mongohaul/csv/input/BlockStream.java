package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;

/** Stream that is read in blocks; a single byte is a short one. */
abstract class BlockStream extends InputStream {

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public abstract int read(byte[] bytes, int offset, int length) throws IOException;
}
