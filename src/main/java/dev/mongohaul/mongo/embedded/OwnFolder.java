package dev.mongohaul.mongo.embedded;

import dev.mongohaul.mongo.address.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;

/** Rule for a folder whose programs are run: no other user but root can put a file there, or exchange it or a parent. */
final class OwnFolder {

    private static final int STICKY = 01000;
    private static final int ROOT = 0;

    private static final List<PosixFilePermission> WRITABLE =
            List.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private OwnFolder() {}

    /** Creates the folder, and the parents that are missing, for this user alone. */
    static void create(Path folder) throws IOException {
        Files.createDirectories(folder, PrivateFile.permissions(folder, "rwx------"));
    }

    /**
     * Returns how the path breaks the rule; empty if it does not, or if the file system has no owners.
     *
     * @param path a folder or file, without links
     */
    static Optional<String> problem(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return Optional.empty();
        }
        int user = user();
        Optional<String> problem = problem(path, user, false);
        for (Path parent = path.getParent(); problem.isEmpty() && parent != null; parent = parent.getParent()) {
            problem = problem(parent, user, true);
        }
        return problem;
    }

    /** @param mayBeSticky whether others may add files, if they cannot rename or remove those of this user: as in /tmp */
    private static Optional<String> problem(Path path, int user, boolean mayBeSticky) throws IOException {
        int owner = (int) Files.getAttribute(path, "unix:uid");
        if (owner != user && owner != ROOT) {
            return Optional.of("%s belongs to %s".formatted(path, Files.getOwner(path)));
        }
        boolean writable = Files.getPosixFilePermissions(path).stream().anyMatch(WRITABLE::contains);
        boolean sticky = mayBeSticky && ((int) Files.getAttribute(path, "unix:mode") & STICKY) != 0;
        return writable && !sticky
                ? Optional.of("others can write to %s: chmod go-w it".formatted(path))
                : Optional.empty();
    }

    /** Returns the id of the user of this process, to whom a new file belongs. */
    private static int user() throws IOException {
        Path file = Files.createTempFile("mongohaul-", ".user");
        try {
            return (int) Files.getAttribute(file, "unix:uid");
        } finally {
            Files.delete(file);
        }
    }
}
