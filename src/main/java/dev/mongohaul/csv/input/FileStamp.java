package dev.mongohaul.csv.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

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
