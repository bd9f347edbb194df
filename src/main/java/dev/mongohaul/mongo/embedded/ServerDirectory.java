package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.util.FileSystemUtils;

/**
 * The layout of an embedded server's directory. Readable by its owner alone, where the file system can say so: the
 * server asks for no password, and its data are the user's.
 *
 * @param root absolute path
 */
record ServerDirectory(Path root) {

    private static final Pattern PID = Pattern.compile("\\d{1,18}");

    /** Makes what is missing; parents above the root get the same permissions. */
    static ServerDirectory open(Path root) {
        try {
            FileAttribute<?>[] ownerOnly = ownerOnly(root);
            Files.createDirectories(root, ownerOnly);
            // A server is recognised by the path it serves, so a link must not give it a second one.
            ServerDirectory directory = new ServerDirectory(root.toRealPath());
            Files.createDirectories(directory.data(), ownerOnly);
            Files.createDirectories(directory.users(), ownerOnly);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make the embedded MongoDB's directory " + root, e);
        }
    }

    Path data() {
        return root.resolve("data");
    }

    Path log() {
        return root.resolve("mongod.log");
    }

    /** One file per program that uses the server, each locked by its program. */
    Path users() {
        return root.resolve("users");
    }

    /** Held while the server is started, adopted or stopped. */
    Path lock() {
        return root.resolve("lock");
    }

    /** The live mongod that has the data open: it writes its number into a file that it locks. */
    Optional<ServerProcess> server() {
        Path file = data().resolve("mongod.lock");
        try {
            String pid = Files.exists(file) ? Files.readString(file).strip() : "";
            return PID.matcher(pid).matches() ? ServerProcess.of(Long.parseLong(pid), data()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    Optional<ServerRecord> readRecord() {
        Path file = recordFile();
        try {
            return Files.exists(file) ? ServerRecord.parse(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    /** Written aside and renamed, so that a reader never sees half of it. */
    void writeRecord(ServerRecord serverRecord) {
        Path partial = root.resolve("server.json.partial");
        try {
            Files.writeString(partial, serverRecord.toJson());
            Files.move(partial, recordFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + recordFile(), e);
        }
    }

    /** Leaves the rest, which others may hold locks in. */
    void deleteData() {
        try {
            FileSystemUtils.deleteRecursively(data());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + data(), e);
        }
    }

    private Path recordFile() {
        return root.resolve("server.json");
    }

    private static FileAttribute<?>[] ownerOnly(Path root) {
        return root.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }
}
