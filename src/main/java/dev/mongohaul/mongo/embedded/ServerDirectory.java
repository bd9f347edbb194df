package dev.mongohaul.mongo.embedded;

import dev.mongohaul.mongo.PrivateFile;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
        Path partial = root.resolve("server.json.partial");
        try {
            Files.writeString(partial, serverRecord.toJson());
            Files.move(partial, recordFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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

    /**
     * Content of {@code server.json}. Written before the server is started, with only the port, so that the server is found
     * even if the starting program dies.
     *
     * @param port on 127.0.0.1; kept after a stop, since the replica set's configuration names it
     * @param process the server's process while it runs
     * @param version of the server that last used the data, for example {@code 6.0.5}
     */
    record ServerRecord(
            int port,
            @Nullable ServerProcess process,
            @Nullable String version) {

        /** Returns empty for an invalid text: the server is then searched by its lock file. */
        static Optional<ServerRecord> parse(String json) {
            try {
                Document document = Document.parse(json);
                Number pid = document.get("pid", Number.class);
                return Optional.of(new ServerRecord(
                        document.getInteger("port"),
                        pid == null
                                ? null
                                : new ServerProcess(pid.longValue(), Instant.parse(document.getString("started"))),
                        document.getString("version")));
            } catch (RuntimeException e) {
                return Optional.empty();
            }
        }

        ServerRecord stopped() {
            return new ServerRecord(port, null, version);
        }

        String toJson() {
            Document document = new Document("port", port);
            if (process != null) {
                document.append("pid", process.pid())
                        .append("started", process.started().toString());
            }
            if (version != null) {
                document.append("version", version);
            }
            return document.toJson();
        }
    }

    /**
     * Lock under which one thread of one process starts, adopts or stops the server of a directory.
     *
     * @param timeout longest wait for the lock
     */
    record TransitionLock(Path file, Duration timeout) {

        /** File locks belong to the whole JVM, so its threads need a lock of their own; one for all directories is enough. */
        private static final ReentrantLock THIS_JVM = new ReentrantLock();

        /**
         * Waits for the lock and does the work.
         *
         * @throws EmbeddedServerException if the lock is not free in time
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

        /** Polls, because {@link FileChannel#lock} has no time limit; closing the channel releases the lock. */
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
     * Marker of one user of the server: a file that the user's process keeps locked. A file that can be locked belongs to a
     * dead process, and is deleted. To be called under the {@link TransitionLock} only.
     */
    record UserFile(Path file, FileChannel channel) {

        private static final Logger LOG = LoggerFactory.getLogger(UserFile.class);

        /**
         * Name of this process. Its own files are never opened a second time: on POSIX systems, closing any channel to a file
         * releases all locks of the process on it.
         */
        private static final String THIS_PROCESS = ProcessHandle.current().pid() + "-"
                + ProcessHandle.current()
                        .info()
                        .startInstant()
                        .orElse(Instant.EPOCH)
                        .toEpochMilli()
                + "-";

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

        /** Releases the file. Idempotent. */
        void release() {
            try {
                Files.deleteIfExists(file);
                channel.close();
            } catch (IOException e) {
                LOG.debug("{} stays until its process ends", file, e);
            }
        }

        /** Returns whether there is a user in this process or another; deletes the files of dead ones. */
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
