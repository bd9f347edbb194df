package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * File as it was found.
 *
 * @param stamp of the archive where it is one
 * @param mostUnpackedBytes that may be read from an archive
 * @param sums that its bytes on disk must have; null for any
 * @param digest of its bytes on disk; null if this process has not read them
 */
public record FileSource(
        Path path,
        Compression compression,
        FileStamp stamp,
        long mostUnpackedBytes,
        @Nullable BlockSums sums,
        @Nullable String digest)
        implements ByteSource {

    /** Returns the number of bytes on disk, of the archive where it is one. */
    public long size() {
        return stamp.size();
    }

    public Instant lastModified() {
        return stamp.modified();
    }

    FileSource comparedWith(BlockSums seen, @Nullable String seenDigest) {
        return new FileSource(path, compression, stamp, mostUnpackedBytes, seen, seenDigest);
    }

    /** @throws IOException where the file cannot be read or changed its size; so do the stream's methods */
    @Override
    public InputStream open() throws IOException {
        return FileStreams.open(this, true);
    }

    @Override
    public InputStream peek() throws IOException {
        return FileStreams.open(this, false);
    }
}
