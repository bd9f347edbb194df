package dev.mongohaul.csv.input;

import java.io.BufferedInputStream;
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

    private static final int PACKED_BUFFER_BYTES = 64 << 10;

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
        PlainFileStream file = new PlainFileStream(path, size());
        if (compression == Compression.NONE) {
            return file;
        }
        try {
            return new ArchiveStream(
                    path,
                    compression.unpack(new BufferedInputStream(file, PACKED_BUFFER_BYTES)),
                    new UnpackLimit(path, file::position, mostUnpackedBytes));
        } catch (IOException damaged) {
            file.close();
            throw ArchiveStream.damaged(path, damaged);
        }
    }

    @Override
    public InputStream peek() throws IOException {
        return open();
    }
}
