package dev.mongohaul.csv.place;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
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
     * @param to its new path
     * @return false if the file is not at its path any more, and not at the new one either: it stays where it is
     * @throws FileAlreadyExistsException if another file is at the new path
     */
    boolean to(Path to) throws IOException {
        if (isAt(to) || isCopiedTo(to)) {
            // An earlier call did not come to its end.
            return remove() || !isAt(file);
        }
        if (!isUnchanged()) {
            Files.deleteIfExists(part(to));
            return false;
        }
        createFolderOf(to);
        try {
            // A link, unlike a rename, fails if anything is there.
            Files.createLink(to, file);
        } catch (FileAlreadyExistsException e) {
            if (!isAt(to)) {
                throw e;
            }
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException | UnsupportedOperationException e) {
            // Another file system, one without links, or a file of another user.
            return areOnOneStore(to) ? renameTo(to) : copy(to) && remove();
        }
        if (!isAt(to)) {
            // A writer replaced the file between the look and the link.
            Files.delete(to);
            return false;
        }
        syncFolderOf(to);
        return remove() || !isAt(file);
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

    /** On the same file system, the file itself would lie there. Another file can have the same size and time. */
    private boolean isCopiedTo(Path to) throws IOException {
        if (markOf(to).filter(mark::isCopyAnywhere).isEmpty() || areOnOneStore(to)) {
            return false;
        }
        for (Path source : List.of(file, away(file))) {
            if (isAt(source) && Files.mismatch(source, to) >= 0) {
                return false;
            }
        }
        return true;
    }

    private boolean areOnOneStore(Path to) throws IOException {
        return Files.getFileStore(Objects.requireNonNull(to.getParent()))
                .equals(Files.getFileStore(Objects.requireNonNull(file.getParent())));
    }

    /** Returns whether the file lies at a path. A link or a rename has changed its time of the last change. */
    private boolean isAt(Path path) {
        return markOf(path).filter(mark::isSameFile).isPresent();
    }

    /** Returns whether the file lies at its path as it was: another one with its key, size and time was changed later. */
    private boolean isUnchanged() {
        return markOf(file)
                .filter(mark.changed() == null ? mark::isSameFile : mark::isUnchanged)
                .isPresent();
    }

    /** Returns the mark of the file at a path; empty if there is none, or a link or a folder lies there. */
    static Optional<ObjectMark> markOf(Path file) {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isRegularFile()
                    ? Optional.of(ObjectMark.of(found, LocalPlace.changed(file, LinkOption.NOFOLLOW_LINKS)))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void createFolderOf(Path to) throws IOException {
        try {
            Files.createDirectories(Objects.requireNonNull(to.getParent()));
        } catch (FileAlreadyExistsException e) {
            throw new NotDirectoryException(e.getFile());
        }
    }

    /** Moves the file to a path that this call has reserved, so that the rename replaces nothing else. */
    private boolean renameTo(Path to) throws IOException {
        Files.createFile(to);
        try {
            return rename(to);
        } catch (AtomicMoveNotSupportedException e) {
            Files.delete(to);
            return copy(to) && remove();
        } catch (NoSuchFileException e) {
            Files.delete(to);
            throw e;
        }
    }

    /** Renames the file. If a writer has replaced it between the look and the rename, the other one gets its name back. */
    private boolean rename(Path to) throws IOException {
        Files.move(file, to, StandardCopyOption.ATOMIC_MOVE);
        if (isAt(to)) {
            syncFolderOf(to);
            return true;
        }
        try {
            Files.createLink(file, to);
        } catch (FileAlreadyExistsException e) {
            // A newer one has its name, which replaces it as the writer would have.
            Files.delete(to);
            return false;
        } catch (IOException | UnsupportedOperationException e) {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(to, file, StandardCopyOption.ATOMIC_MOVE);
                return false;
            }
        }
        Files.delete(to);
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
        if (!isUnchanged() || Files.mismatch(file, part) >= 0) {
            Files.delete(part);
            return false;
        }
        try {
            Files.createLink(to, part);
            Files.delete(part);
        } catch (FileAlreadyExistsException e) {
            Files.delete(part);
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            Files.createFile(to);
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
        }
        syncFolderOf(to);
        return true;
    }

    /**
     * Deletes the file, which gets a hidden name first, so that a file that replaces it in this moment is not deleted.
     *
     * @return false if the file is not at its path any more
     */
    boolean delete() throws IOException {
        return (isAt(away(file)) || isUnchanged()) && remove();
    }

    private boolean remove() throws IOException {
        Path away = away(file);
        if (!isAt(away)) {
            if (!isAt(file)) {
                return false;
            }
            if (Files.exists(away) || !rename(away)) {
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
