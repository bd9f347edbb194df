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
 * The mark of one user of the server: a file that the user's process holds locked. A file that can be locked belongs to
 * a process that died, and is deleted. Call only under the {@link TransitionLock}.
 */
final class UserFile {

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
