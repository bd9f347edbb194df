package dev.mongohaul.csv.input;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens files for reading, unpacked where they are packed, on a thread of their own. */
public final class FileStreams {

    private static final int PACKED_BUFFER_BYTES = 64 << 10;

    private FileStreams() {}

    /**
     * The file's bytes from the first one on.
     *
     * @param size that the file has to have, from now to the end of its reading
     * @param mostUnpackedBytes that may come out of an archive
     * @param sums that the file's bytes have to have; null for any
     * @param warns whether what is unusual is logged
     * @throws UnreadableInputException where the file changed, or is a damaged archive; so do the stream's methods
     */
    public static InputStream open(
            Path path,
            Compression compression,
            long size,
            long mostUnpackedBytes,
            @Nullable BlockSums sums,
            boolean warns)
            throws IOException {
        PlainFileStream file = new PlainFileStream(path, size, sums);
        if (compression == Compression.NONE) {
            return file;
        }
        try {
            InputStream unpacked = compression.unpack(path, new BufferedInputStream(file, PACKED_BUFFER_BYTES), warns);
            UnpackLimit limit = new UnpackLimit(path, file::position, mostUnpackedBytes);
            return new ReadAheadStream(new ArchiveStream(path, unpacked, limit));
        } catch (IOException damaged) {
            file.close();
            throw ArchiveStream.damaged(path, damaged);
        }
    }
}
