package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file as it was found.
 *
 * @param stamp of the archive where it is one
 * @param mostUnpackedBytes that may be read from an archive
 * @param sums that its bytes as they lie have to have; null for any bytes
 */
public record FileSource(
        Path path,
        Compression compression,
        FileStamp stamp,
        long mostUnpackedBytes,
        @Nullable BlockSums sums) implements ByteSource {

    /** Bytes on disk, of the archive where it is one. */
    public long size() {
        return stamp.size();
    }

    public Instant lastModified() {
        return stamp.modified();
    }

    FileSource comparedWith(BlockSums seen) {
        return new FileSource(path, compression, stamp, mostUnpackedBytes, seen);
    }

    /** @throws IOException where the file cannot be read, or has not the size it had; so do the stream's methods */
    @Override
    public InputStream open() throws IOException {
        return FileStreams.open(path, compression, size(), mostUnpackedBytes, sums, true);
    }

    @Override
    public InputStream peek() throws IOException {
        return FileStreams.open(path, compression, size(), mostUnpackedBytes, sums, false);
    }
}
