package dev.mongohaul.text;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;

/**
 * File that is written beside its target and moved to it when complete, so that readers see all of the target or nothing.
 *
 * @param path where it is written
 */
public record AsideFile(Path path) implements Closeable {

    private static final String SUFFIX = ".part";

    /**
     * Creates the file of the only process that writes the target. The file of a process that was killed is removed; a link
     * in its place is not followed.
     */
    public static AsideFile create(Path target, FileAttribute<?>... attributes) throws IOException {
        Path aside = target.resolveSibling(prefix(target) + SUFFIX);
        Files.deleteIfExists(aside);
        return new AsideFile(Files.createFile(aside, attributes));
    }

    /** Creates a file of its own, which only its owner can read, for a target that other processes write too. */
    public static AsideFile unique(Path target) throws IOException {
        return new AsideFile(Files.createTempFile(target.toAbsolutePath().getParent(), prefix(target) + ".", SUFFIX));
    }

    private static String prefix(Path target) {
        return "." + target.getFileName();
    }

    /** Moves the complete file to a target, which it replaces. */
    public void publish(Path target) throws IOException {
        Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Moves the complete file to a target, which must not exist. */
    public void publishNew(Path target) throws IOException {
        Files.move(path, target);
    }

    /** Removes the file, unless it was published. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
