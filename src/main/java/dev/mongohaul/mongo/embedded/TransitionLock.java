package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets one thread of one process at a time start, adopt or stop the servers of a directory. */
final class TransitionLock {

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
        return new EmbeddedServerException("Another program has held " + file + " for more than " + timeout.toSeconds()
                + " s: it is starting or stopping the embedded MongoDB. Try again when it is done, or end it.");
    }
}
