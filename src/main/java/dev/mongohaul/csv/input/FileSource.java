package dev.mongohaul.csv.input;

import com.github.luben.zstd.ZstdInputStream;
import dev.mongohaul.csv.input.FileStreams.GzipStream;
import dev.mongohaul.csv.input.Input.ByteSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
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

    /**
     * What a file system says of a file: any difference can mean another content, none means the same one.
     *
     * <p>A time of modification can be kept or forged by whoever writes; the time of change cannot. A file that took the
     * place of another has a key of its own.
     *
     * @param size in bytes
     * @param changed when content, owner, permissions or name were last changed; null where the file system does not know
     * @param key of the file, whatever its name; null where the file system has none
     */
    public record FileStamp(
            long size,
            Instant modified,
            @Nullable Instant changed,
            @Nullable String key) {

        /**
         * The stamp of the file that the path leads to now.
         *
         * @throws IOException where it cannot be looked at
         */
        public static FileStamp of(Path path) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            Object key = attributes.fileKey();
            return new FileStamp(
                    attributes.size(),
                    attributes.lastModifiedTime().toInstant(),
                    changed(path),
                    key == null ? null : key.toString());
        }

        private static @Nullable Instant changed(Path path) throws IOException {
            boolean known = path.getFileSystem().supportedFileAttributeViews().contains("unix");
            return known ? ((FileTime) Files.getAttribute(path, "unix:ctime")).toInstant() : null;
        }
    }

    /** How a file's bytes are packed, told by its name alone. */
    public enum Compression {
        /** Bytes as they are. */
        NONE(""),
        /** gzip, any number of members one after another. */
        GZIP(".gz"),
        /** Zstandard, any number of frames one after another. */
        ZSTANDARD(".zst");

        private final String suffix;

        Compression(String suffix) {
            this.suffix = suffix;
        }

        /** By the suffix of the name. */
        public static Compression ofName(String name) {
            if (name.endsWith(GZIP.suffix)) {
                return GZIP;
            }
            return name.endsWith(ZSTANDARD.suffix) ? ZSTANDARD : NONE;
        }

        /** Refuses a damaged or truncated archive, and bytes other than padding behind its end, instead of ending early. */
        InputStream unpack(Path path, BufferedInputStream packed, boolean warns) throws IOException {
            return switch (this) {
                case NONE -> packed;
                case GZIP -> new GzipStream(path, packed, warns);
                case ZSTANDARD -> new ZstdInputStream(packed);
            };
        }
    }
}
