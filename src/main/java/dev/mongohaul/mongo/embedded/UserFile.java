package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marker of one user of the server: a file that the user's process keeps locked. A file that can be locked belongs to a
 * dead process, and is deleted. Must be called under the {@link TransitionLock} only.
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
