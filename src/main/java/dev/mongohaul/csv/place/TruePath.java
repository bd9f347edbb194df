package dev.mongohaul.csv.place;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Paths without links. A user who can write to a folder can put a link there, to files of other users. */
public final class TruePath {

    private TruePath() {}

    /**
     * Returns the first link in a path, which need not exist. Links directly below the root folder belong to the system, such
     * as {@code /tmp} on macOS.
     */
    public static Optional<Path> linkIn(Path path) {
        Path whole = path.toAbsolutePath().normalize();
        Path root = whole.getRoot();
        for (int names = 2; names <= whole.getNameCount(); names++) {
            Path part = root.resolve(whole.subpath(0, names));
            if (Files.isSymbolicLink(part)) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }

    /** Refuses to move or delete what a path names if it has a link. */
    static void require(Path path) throws FileSystemException {
        Optional<Path> link = linkIn(path);
        if (link.isPresent()) {
            throw new FileSystemException(
                    link.get().toString(), null, "is a link, and nothing behind a link is moved or deleted");
        }
    }
}
