package dev.mongohaul.csv.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

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
