package dev.mongohaul.mongo.embedded;

import dev.mongohaul.waiting.Pauses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

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
        Pauses deadline = Polling.until(timeout);
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
    private void lock(FileChannel channel, Pauses deadline) throws IOException {
        while (channel.tryLock() == null) {
            if (!deadline.pauseUnlessInterrupted()) {
                throw busy();
            }
        }
    }

    private EmbeddedServerException busy() {
        return new EmbeddedServerException("Another program has held " + file + " for more than " + timeout.toSeconds()
                + " s: it is starting or stopping the embedded MongoDB. Try again when it is done, or end it.");
    }
}
