package dev.mongohaul.csv.place;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/**
 * Move, or deletion, of a file that was imported. Only that file is taken: another one that lies under its path meanwhile
 * stays. No other file is replaced. A move that a crash interrupted is completed by calling it again, with the same target.
 *
 * @param file that was imported
 * @param mark of that file
 */
record FileMove(Path file, ObjectMark mark) {

    private static final String PART = ".mongohaul-part";
    private static final String AWAY = ".mongohaul-away";

    /**
     * Moves the file.
     *
     * @param to its new path; a file of size 0 that lies there was reserved by an interrupted move
     * @return false if the file is not at its path any more, and not at the new one either: it stays where it is
     * @throws FileAlreadyExistsException if another file is at the new path
     */
    boolean to(Path to) throws IOException {
        if (isAt(to) || isCopiedTo(to)) {
            // An earlier call did not come to its end.
            return delete() || !isAt(file);
        }
        if (!isAt(file)) {
            Files.deleteIfExists(part(to));
            if (markOf(to).filter(found -> found.size() == 0).isPresent()) {
                Files.delete(to);
            }
            return false;
        }
        reserve(to);
        try {
            return rename(file, to);
        } catch (AtomicMoveNotSupportedException e) {
            return copy(to) && delete();
        }
    }

    /** Removes what an interrupted move or deletion of a file left, whose mark is not known any more. */
    static void sweep(Path file, Path to) throws IOException {
        Files.deleteIfExists(away(file));
        Files.deleteIfExists(part(to));
    }

    private static Path part(Path to) {
        return to.resolveSibling(to.getFileName() + PART);
    }

    private static Path away(Path file) {
        return file.resolveSibling("." + file.getFileName() + AWAY);
    }

    /** On the same file system, the file itself would lie there. */
    private boolean isCopiedTo(Path to) throws IOException {
        return markOf(to).filter(mark::isCopyOf).isPresent()
                && !Files.getFileStore(to).equals(Files.getFileStore(Objects.requireNonNull(file.getParent())));
    }

    private boolean isAt(Path path) {
        return markOf(path).filter(mark::equals).isPresent();
    }

    /** Returns the mark of the file at a path; empty if there is none, or a link or a folder lies there. */
    static Optional<ObjectMark> markOf(Path file) {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            String key = found.fileKey() == null ? null : found.fileKey().toString();
            return found.isRegularFile()
                    ? Optional.of(new ObjectMark(
                            found.size(), found.lastModifiedTime().toInstant(), key, null))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void reserve(Path to) throws IOException {
        Path folder = Objects.requireNonNull(to.getParent());
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new NotDirectoryException(e.getFile());
        }
        try {
            Files.createFile(to);
        } catch (FileAlreadyExistsException e) {
            if (markOf(to).filter(mark -> mark.size() == 0).isEmpty()) {
                throw e;
            }
        }
    }

    /** Moves the file at a path within a file system. If it is another one by now, it is moved back. */
    private boolean rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        if (isAt(to)) {
            syncFolderOf(to);
            return true;
        }
        // A writer replaced the file between the look and the move. A newer one may lie there again.
        if (!Files.exists(from)) {
            Files.move(to, from);
        }
        return false;
    }

    /**
     * Copies the file to another file system, under a name of its own until it is whole there.
     *
     * @return false if it was replaced meanwhile
     */
    private boolean copy(Path to) throws IOException {
        Path part = part(to);
        Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        if (!isAt(file) || markOf(part).filter(mark::isCopyOf).isEmpty()) {
            Files.delete(part);
            Files.delete(to);
            return false;
        }
        Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
        syncFolderOf(to);
        return true;
    }

    /**
     * Deletes the file, which gets a hidden name first, so that a file that replaces it in this moment is not deleted.
     *
     * @return false if the file is not at its path any more
     */
    boolean delete() throws IOException {
        Path away = away(file);
        if (!isAt(away)) {
            if (!isAt(file)) {
                return false;
            }
            if (Files.exists(away) || !rename(file, away)) {
                return false;
            }
        }
        Files.delete(away);
        syncFolderOf(file);
        return true;
    }

    /** Makes the names in the folder of a file durable, where the file system can. */
    private static void syncFolderOf(Path file) {
        try (FileChannel channel = FileChannel.open(Objects.requireNonNull(file.getParent()))) {
            channel.force(true);
        } catch (IOException e) {
            // Windows cannot open folders; a name that is lost in a crash is moved again.
        }
    }
}
