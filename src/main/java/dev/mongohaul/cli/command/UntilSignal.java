package dev.mongohaul.cli.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Has something go on until the process is told to end, and waits for its end. */
public final class UntilSignal {

    private static final long PATIENCE_SECONDS = 40;

    private UntilSignal() {}

    /** What goes on; it ends soon after the latch opens. */
    @FunctionalInterface
    public interface Service<T> {

        T run(CountDownLatch ended) throws InterruptedException;
    }

    /** Runs a service on this thread until SIGINT or SIGTERM. */
    public static <T> T during(Service<T> service) {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Thread hook = new Thread(() -> end(told, over), "end-of-service");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return service.run(told);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            over.countDown();
        }
    }

    private static void end(CountDownLatch told, CountDownLatch over) {
        told.countDown();
        try {
            var unused = over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
