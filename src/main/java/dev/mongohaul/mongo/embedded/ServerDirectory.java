package dev.mongohaul.mongo.embedded;

import dev.mongohaul.mongo.embedded.EmbeddedServer.EmbeddedServerException;
import dev.mongohaul.mongo.embedded.ServerDirectory.TransitionLock;
import dev.mongohaul.mongo.embedded.ServerProcess.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

    /**
     * What {@code server.json} remembers. Written before the server is started, with the port alone, so that a server whose
     * starter died halfway can still be found.
     *
     * @param port on 127.0.0.1; kept after a stop, since the replica set's configuration names it
     * @param process the server's process while it runs
     * @param version of the server that last used the data, for example {@code 6.0.5}
     */
    record ServerRecord(
            int port,
            @Nullable ServerProcess process,
            @Nullable String version) {

        /** Unreadable text counts as no record: the server is then looked for by its lock file. */
        static Optional<ServerRecord> parse(String json) {
            try {
                BsonDocument document = BsonDocument.parse(json);
                return Optional.of(new ServerRecord(
                        document.getInt32("port").getValue(),
                        document.containsKey("pid") ? process(document) : null,
                        document.containsKey("version")
                                ? document.getString("version").getValue()
                                : null));
            } catch (JsonParseException | BsonInvalidOperationException | DateTimeParseException e) {
                return Optional.empty();
            }
        }

        ServerRecord stopped() {
            return new ServerRecord(port, null, version);
        }

        String toJson() {
            BsonDocument document = new BsonDocument("port", new BsonInt32(port));
            if (process != null) {
                document.append("pid", new BsonInt64(process.pid()));
                document.append("started", new BsonString(process.started().toString()));
            }
            if (version != null) {
                document.append("version", new BsonString(version));
            }
            return document.toJson(
                    JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build());
        }

        private static ServerProcess process(BsonDocument document) {
            return new ServerProcess(
                    document.getNumber("pid").longValue(),
                    Instant.parse(document.getString("started").getValue()));
        }
    }

    /** Lets one thread of one process at a time start, adopt or stop the servers of a directory. */
    static final class TransitionLock {

        /** File locks belong to the whole JVM, so its threads need a lock of their own; one for all directories will do. */
        private static final ReentrantLock THIS_JVM = new ReentrantLock();

        private final Path file;
        private final Duration timeout;

        /** @param timeout how long to wait for the turn */
        TransitionLock(Path file, Duration timeout) {
            this.file = file;
            this.timeout = timeout;
        }

        /**
         * Waits its turn and does the work.
         *
         * @throws EmbeddedServerException when the turn does not come in time
         */
        <T> T holding(Supplier<T> work) {
            Deadline deadline = Deadline.after(timeout);
            if (!lockThisJvm()) {
                throw busy();
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock(channel, deadline);
                return work.get();
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot lock " + file, e);
            } finally {
                THIS_JVM.unlock();
            }
        }

        private boolean lockThisJvm() {
            try {
                return THIS_JVM.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        /** Polls, since {@link FileChannel#lock} has no time limit; closing the channel gives the lock up. */
        private void lock(FileChannel channel, Deadline deadline) throws IOException {
            while (channel.tryLock() == null) {
                if (!deadline.pause()) {
                    throw busy();
                }
            }
        }

        private EmbeddedServerException busy() {
            return new EmbeddedServerException(
                    "Another program has held " + file + " for more than " + timeout.toSeconds()
                            + " s: it is starting or stopping the embedded MongoDB. Try again when it is done, or end it.");
        }
    }

    /**
     * The mark of one user of the server: a file that the user's process holds locked. A file that can be locked belongs to
     * a process that died, and is deleted. Call only under the {@link TransitionLock}.
     */
    static final class UserFile {

        private static final Logger LOG = LoggerFactory.getLogger(UserFile.class);

        /**
         * Names this process. Its own files are never opened a second time: on POSIX systems closing any channel to a file
         * gives up all locks that the process has on it.
         */
        private static final String THIS_PROCESS = ProcessHandle.current().pid() + "-"
                + ProcessHandle.current()
                        .info()
                        .startInstant()
                        .orElse(Instant.EPOCH)
                        .toEpochMilli()
                + "-";

        private final Path file;
        private final FileChannel channel;

        private UserFile(Path file, FileChannel channel) {
            this.file = file;
            this.channel = channel;
        }

        static UserFile register(Path users) {
            Path file = users.resolve(THIS_PROCESS + UUID.randomUUID());
            try {
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                channel.lock();
                return new UserFile(file, channel);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot lock " + file, e);
            }
        }

        /** May be called again. */
        void release() {
            try {
                Files.deleteIfExists(file);
                channel.close();
            } catch (IOException e) {
                LOG.debug("{} stays until its process ends", file, e);
            }
        }

        /** Whether any user is left, in this process or another; the files of dead ones are deleted. */
        static boolean anyIn(Path users) {
            try (Stream<Path> files = Files.list(users)) {
                return files.filter(file -> !isStale(file)).count() > 0;
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read " + users, e);
            }
        }

        private static boolean isStale(Path file) {
            if (file.getFileName().toString().startsWith(THIS_PROCESS)) {
                return false;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                if (lock == null) {
                    return false;
                }
                Files.delete(file);
                return true;
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot look at " + file, e);
            }
        }
    }
}
