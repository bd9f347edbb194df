package dev.mongohaul.writer.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/**
 * Threads by which a writer of one range sends several parts of a chunk at the same time, where the input has fewer ranges
 * than the job's grid size: an archive cannot be cut.
 *
 * @param executor runs all parts but the first, which the caller's thread sends
 * @param count parts of a chunk at most, 1 or more
 * @param smallestPart documents below which a part is not worth a command of its own
 */
public record SendThreads(Executor executor, int count, int smallestPart) {

    /** Each chunk is sent in one piece. */
    public static final SendThreads NONE = new SendThreads(Runnable::run, 1, 1);

    public SendThreads {
        if (count < 1) {
            throw new IllegalArgumentException("a chunk cannot be sent in %d parts".formatted(count));
        }
    }

    /** In how many parts to send a chunk. */
    public int partsOf(int documents) {
        return Math.max(1, Math.min(count, documents / smallestPart));
    }

    /** Does something for each part, from 0 on; returns when all are done, interrupted or not. */
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
