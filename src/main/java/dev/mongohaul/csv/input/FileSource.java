package dev.mongohaul.csv.input;

import dev.mongohaul.csv.input.stream.Compression;
import dev.mongohaul.csv.input.stream.FileStreams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A file as it was found.
 *
 * @param stamp of the archive where it is one
 * @param mostUnpackedBytes that may be read from an archive
 */
public record FileSource(Path path, Compression compression, FileStamp stamp, long mostUnpackedBytes)
        implements ByteSource {

    /** Bytes on disk, of the archive where it is one. */
    public long size() {
        return stamp.size();
    }

    public Instant lastModified() {
        return stamp.modified();
    }

    /** @throws IOException where the file cannot be read, or has not the size it had */
    @Override
    public InputStream open() throws IOException {
        return FileStreams.open(path, compression, size(), mostUnpackedBytes, true);
    }

    @Override
    public InputStream peek() throws IOException {
        return FileStreams.open(path, compression, size(), mostUnpackedBytes, false);
    }
}
