package dev.mongohaul.mongo.address;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Rule for files with secrets, such as a connection string or users: no other user may read or change them. */
public final class PrivateFile {

    /** The group may read: an orchestrator gives a secret that way to a process that is not root. */
    private static final Set<PosixFilePermission> FORBIDDEN =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private PrivateFile() {}

    /** Returns how the file breaks the rule; empty if it does not, or if the file system has no permissions. */
    public static Optional<String> problem(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return Optional.empty();
        }
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        return permissions.stream().anyMatch(FORBIDDEN::contains)
                ? Optional.of("others can read or change it (%s): chmod 600 it"
                        .formatted(PosixFilePermissions.toString(permissions)))
                : Optional.empty();
    }

    /** Returns the attribute that a new file or folder gets, none if its file system has no permissions. */
    public static FileAttribute<?>[] permissions(Path file, String permissions) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
