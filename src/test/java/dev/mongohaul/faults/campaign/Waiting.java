package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.process.Launched;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what a launch comes to, and has things done meanwhile. */
final class Waiting {

    private static final Duration POLL = Duration.ofMillis(5);

    private Waiting() {}

    /** Whether it came true while the process ran, within the time. */
    static boolean until(Launched launched, Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (launched.process().ends(POLL) || System.nanoTime() > deadline) {
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

    /** Has it done on another thread, after the time. */
    static CompletableFuture<Void> later(Duration time, Runnable task) {
        return CompletableFuture.runAsync(
                task, CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS));
    }
}
