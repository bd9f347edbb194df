package dev.mongohaul.csv.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Names the file in whatever goes wrong while it is unpacked. */
final class ArchiveStream extends FilterInputStream {

    private final Path path;

    ArchiveStream(Path path, InputStream unpacked) {
        super(unpacked);
        this.path = path;
    }

    /** What is told already is told once. */
    static IOException damaged(Path path, IOException cause) {
        if (cause instanceof UnreadableInputException) {
            return cause;
        }
        return new UnreadableInputException(
                "%s: the archive is damaged or cut short (%s); nothing behind that place can be read, get the file again"
                        .formatted(path, cause.getMessage()),
                cause);
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (IOException cause) {
            throw damaged(path, cause);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (IOException cause) {
            throw damaged(path, cause);
        }
    }

    @Override
    public long skip(long count) throws IOException {
        try {
            return super.skip(count);
        } catch (IOException cause) {
            throw damaged(path, cause);
        }
    }
}
