package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.process.Launched;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions of a launch, and runs tasks after a delay. */
final class Waiting {

    private static final Duration POLL = Duration.ofMillis(5);

    private Waiting() {}

    /** Waits for a condition. Returns whether it became true before the process ended and within the limit. */
    static boolean until(Launched launched, Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (launched.process().endsWithin(POLL) || System.nanoTime() > deadline) {
                return condition.getAsBoolean();
            }
        }
        return true;
    }

    static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Runs a task on another thread after a delay. */
    static CompletableFuture<Void> later(Duration time, Runnable task) {
        return CompletableFuture.runAsync(
                task, CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS));
    }
}
