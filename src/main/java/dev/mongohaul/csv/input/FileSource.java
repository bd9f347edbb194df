package dev.mongohaul.csv.input;

import dev.mongohaul.csv.input.ContentDigest.BlockSums;
import dev.mongohaul.csv.input.Input.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
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

    /**
     * File attributes. Any difference can mean another content; equal stamps mean the same content.
     *
     * <p>The modification time can be kept or forged by the writer; the change time cannot. A file that replaced another
     * one has a key of its own.
     *
     * @param size in bytes
     * @param changed when content, owner, permissions or name were last changed; null where the file system lacks it
     * @param key of the file, the same for all its names; null where the file system has none
     */
    public record FileStamp(
            long size,
            Instant modified,
            @Nullable Instant changed,
            @Nullable String key) {

        /**
         * Returns the stamp of the file that the path leads to now.
         *
         * @throws IOException where its attributes cannot be read
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

    /** Compression of a file, by its name alone. */
    public enum Compression {
        NONE,
        /** gzip, any number of members one after another. */
        GZIP,
        /** Zstandard, any number of frames one after another. */
        ZSTANDARD;

        /** Returns the compression by the suffix of the name. */
        public static Compression ofName(String name) {
            return name.endsWith(".gz") ? GZIP : name.endsWith(".zst") ? ZSTANDARD : NONE;
        }
    }
}
