package dev.mongohaul.csv.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;

/** Names the file in whatever goes wrong while it is unpacked, and ends what unpacks to too much. */
final class ArchiveStream extends FilterInputStream {

    private final Path path;
    private final UnpackLimit limit;

    ArchiveStream(Path path, InputStream unpacked, UnpackLimit limit) {
        super(unpacked);
        this.path = path;
        this.limit = limit;
    }

    /** What is told already is told once. */
    static IOException damaged(Path path, IOException cause) {
        if (cause instanceof UnreadableInputException) {
            return cause;
        }
        return new UnreadableInputException(
                "%s: the archive is damaged or cut short (%s); nothing behind that place can be read, get the file again"
                        .formatted(path, Objects.requireNonNullElse(cause.getMessage(), "it ends too early")),
                cause);
    }

    @Override
    public int read() throws IOException {
        try {
            int octet = super.read();
            limit.count(octet < 0 ? 0 : 1);
            return octet;
        } catch (IOException cause) {
            throw damaged(path, cause);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            int count = super.read(bytes, offset, length);
            limit.count(count);
            return count;
        } catch (IOException cause) {
            throw damaged(path, cause);
        }
    }

    @Override
    public long skip(long count) throws IOException {
        try {
            long skipped = super.skip(count);
            limit.count(skipped);
            return skipped;
        } catch (IOException cause) {
            throw damaged(path, cause);
        }
    }
}
