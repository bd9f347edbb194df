package dev.mongohaul.csv.input;

import dev.mongohaul.csv.input.FileSource.Compression;
import dev.mongohaul.text.Printable;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.jspecify.annotations.Nullable;

/**
 * File or standard input, with its part of the import's offsets.
 *
 * @param index among the inputs, from 0
 * @param name for messages: relative to the folder that the patterns are relative to, or {@code standard input}
 * @param baseOffset global offset of its first byte
 * @param capacity number of its offsets: the size of a plain file, a share of the rest for other inputs
 * @param recordsEnd global offset at and after which no record begins
 */
public record Input(int index, String name, ByteSource source, long baseOffset, long capacity, long recordsEnd) {

    Input(int index, String name, ByteSource source, long baseOffset, long capacity) {
        this(index, name, source, baseOffset, capacity, baseOffset + capacity);
    }

    /** Returns the global offset just after the input's last one. */
    public long endOffset() {
        return baseOffset + capacity;
    }

    /** Returns whether it is an uncompressed file, so that offsets are places in the file. */
    public boolean isPlainFile() {
        return source instanceof FileSource file && file.compression() == Compression.NONE;
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

    /** Failure to read on: the input changed, is damaged, or exceeds a limit. */
    public static final class UnreadableInputException extends IOException {

        private static final long serialVersionUID = 1L;

        public UnreadableInputException(String message) {
            this(message, null);
        }

        UnreadableInputException(String message, @Nullable Throwable cause) {
            super(Printable.of(message), cause);
        }
    }
}
