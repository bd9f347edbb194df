package dev.mongohaul.writer.send;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Threads that send several parts of a chunk at the same time, for an input with fewer partitions than the grid size of
 * the job: an archive cannot be partitioned.
 *
 * @param executor runs all parts but the first, which the caller's thread sends
 * @param count largest number of parts of a chunk, at least 1
 * @param smallestPart number of documents below which a part does not justify a command of its own
 * @param adding held while documents are sent that must not be sent at the same time by another partition
 */
public record SendThreads(Executor executor, int count, int smallestPart, Lock adding) {

    /** Sends each chunk as a whole. */
    public static final SendThreads NONE = new SendThreads(Runnable::run, 1, 1);

    public SendThreads(Executor executor, int count, int smallestPart) {
        this(executor, count, smallestPart, new ReentrantLock());
    }

    public SendThreads {
        if (count < 1) {
            throw new IllegalArgumentException("a chunk cannot be sent in %d parts".formatted(count));
        }
    }

    /** Returns the number of parts of a chunk. */
    public int partsOf(int documents) {
        return Math.max(1, Math.min(count, documents / smallestPart));
    }

    /** Runs an action while no other partition with these threads runs one in this way. */
    public <T> T alone(Supplier<T> action) {
        adding.lock();
        try {
            return action.get();
        } finally {
            adding.unlock();
        }
    }

    /** Runs an action for each part, from 0 on; returns when all are done, even if interrupted. */
    public void forEach(int parts, IntConsumer action) {
        List<CompletableFuture<Void>> others = new ArrayList<>();
        for (int part = 1; part < parts; part++) {
            int index = part;
            others.add(CompletableFuture.runAsync(() -> action.accept(index), executor));
        }
        try {
            action.accept(0);
        } finally {
            others.forEach(CompletableFuture::join);
        }
    }
}
