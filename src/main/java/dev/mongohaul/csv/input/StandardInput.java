package dev.mongohaul.csv.input;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.io.input.CloseShieldInputStream;

/** A stream that can be read once, and looked into before: the first 16 MiB of it can be read again. */
final class StandardInput implements ByteSource {

    static final int PEEK_LIMIT = 16 << 20;

    private final BufferedInputStream stream;

    public StandardInput(InputStream stream) {
        this.stream = new BufferedInputStream(stream);
    }

    @Override
    public InputStream open() {
        stream.mark(0);
        return CloseShieldInputStream.wrap(stream);
    }

    /** Only one of its streams may be open at a time; reading more than 16 MiB makes its {@code close} fail. */
    @Override
    public InputStream peek() {
        stream.mark(PEEK_LIMIT);
        return new FilterInputStream(stream) {
            @Override
            public void close() throws IOException {
                try {
                    stream.reset();
                } catch (IOException tooFar) {
                    throw new IOException(
                            "standard input: its header ends behind the first %,d bytes, which are all that can be looked into"
                                    .formatted(PEEK_LIMIT),
                            tooFar);
                }
            }
        };
    }
}
