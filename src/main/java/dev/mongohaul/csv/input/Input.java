package dev.mongohaul.csv.input;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * File or standard input, with its part of the import's offsets.
 *
 * @param index among the inputs, from 0
 * @param name for messages: relative to the folder that the patterns are relative to, or {@code standard input}
 * @param baseOffset global offset of its first byte
 * @param capacity number of its offsets: the size of a plain file, a share of the rest for other inputs
 */
public record Input(int index, String name, ByteSource source, long baseOffset, long capacity) {

    /** Returns the global offset just after the input's last one. */
    public long endOffset() {
        return baseOffset + capacity;
    }

    /** Source of an input's bytes; opened once per reader. */
    public sealed interface ByteSource permits FileSource, StandardInput {

        /** Opens the decompressed bytes at the first one. */
        InputStream open() throws IOException;

        /** As {@link #open}, but the bytes that are read can be read again by the next reader. */
        InputStream peek() throws IOException;
    }

    /** A stream that can be read once, and looked into before: the first 16 MiB of it can be read again. */
    public static final class StandardInput implements ByteSource {

        static final int PEEK_LIMIT = 16 << 20;

        private final BufferedInputStream stream;

        public StandardInput(InputStream stream) {
            this.stream = new BufferedInputStream(stream);
        }

        @Override
        public InputStream open() {
            stream.mark(0);
            return new FilterInputStream(stream) {
                @Override
                public void close() {
                    // The stream belongs to the process.
                }
            };
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
}
