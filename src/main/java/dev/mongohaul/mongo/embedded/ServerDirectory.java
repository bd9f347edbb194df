package dev.mongohaul.mongo.embedded;

import dev.mongohaul.mongo.address.PrivateFile;
import dev.mongohaul.text.AsideFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.util.FileSystemUtils;

/**
 * Directory of an embedded server. Readable only by its owner, if the file system supports that: the server has no password,
 * and its data belong to the user.
 *
 * @param root absolute path
 */
record ServerDirectory(Path root) {

    private static final Pattern PID = Pattern.compile("\\d{1,18}");

    /** Creates missing folders; parents of the root get the same permissions. */
    static ServerDirectory open(Path root) {
        try {
            FileAttribute<?>[] ownerOnly = PrivateFile.permissions(root, "rwx------");
            Files.createDirectories(root, ownerOnly);
            // A server is recognised by its data path, so a link must not add a second path.
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

    /** One file for each program that uses the server, locked by that program. */
    Path users() {
        return root.resolve("users");
    }

    /** Lock that is held while the server is started, adopted or stopped. */
    Path lock() {
        return root.resolve("lock");
    }

    /** Returns the running mongod of the data, which writes its process number into a file that it locks. */
    Optional<ServerProcess> server() {
        String pid = read(data().resolve("mongod.lock")).strip();
        return PID.matcher(pid).matches() ? ServerProcess.of(Long.parseLong(pid), data()) : Optional.empty();
    }

    Optional<ServerRecord> readRecord() {
        return ServerRecord.parse(read(recordFile()));
    }

    /** Returns the text of a file; empty if it does not exist. */
    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    /** Writes a temporary file and renames it, so that a reader never sees a part of the record. */
    void writeRecord(ServerRecord serverRecord) {
        try (AsideFile written = AsideFile.create(recordFile())) {
            Files.writeString(written.path(), serverRecord.toJson());
            written.publish(recordFile());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + recordFile(), e);
        }
    }

    /** Deletes only the data, because others may hold locks in the other folders. */
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
}
