package dev.mongohaul.csv.source;

import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.place.LocalPlace;
import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.csv.place.ObjectPlace;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * File as it was found.
 *
 * @param name relative to the folder that patterns are relative to
 * @param stamp of the archive where it is one
 * @param members names and globs of files in it
 */
record LocalFile(
        Path path, String name, Compression compression, ObjectStamp stamp, ObjectMark mark, List<String> members)
        implements InputObject {

    static LocalFile of(
            Path path, BasicFileAttributes attributes, String name, Compression compression, List<String> members)
            throws IOException {
        String changed = LocalPlace.changed(path);
        ObjectMark mark = ObjectMark.of(attributes, changed);
        return new LocalFile(path, name, compression, stampOf(attributes, changed), mark, members);
    }

    /** Returns the file with what is named in it by this path and by another one. */
    LocalFile withMembersOf(LocalFile other) {
        List<String> all = Stream.concat(members.stream(), other.members.stream())
                .distinct()
                .toList();
        return new LocalFile(path, name, compression, stamp, mark, all);
    }

    @Override
    public String address() {
        return path.toString();
    }

    @Override
    public ObjectPlace place() {
        return new LocalPlace(path);
    }

    @Override
    public FileChannel channel() throws IOException {
        return FileChannel.open(path);
    }

    /**
     * Returns the stamp of the file that the path leads to now. Its version is the time of the last change of content,
     * owner, permissions or name, which the file's writer cannot keep or forge, and the key of the file, which is the same
     * for all its names and new for a file that replaced another one; as far as the file system has them.
     *
     * @throws IOException where its attributes cannot be read
     */
    static ObjectStamp stampOf(Path path) throws IOException {
        return stampOf(Files.readAttributes(path, BasicFileAttributes.class), LocalPlace.changed(path));
    }

    private static ObjectStamp stampOf(BasicFileAttributes attributes, @Nullable String changed) {
        return new ObjectStamp(
                attributes.size(),
                attributes.lastModifiedTime().toInstant(),
                Objects.requireNonNullElse(changed, "") + " " + attributes.fileKey());
    }
}
