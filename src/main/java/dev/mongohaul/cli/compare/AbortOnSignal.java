package dev.mongohaul.cli.compare;

import dev.mongohaul.compare.Abort;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Has a comparison end where the JVM is told to, and the JVM wait until it has thrown away what it made. */
final class AbortOnSignal {

    /** Enough to drop a large database and to stop the embedded server. */
    private static final long PATIENCE_SECONDS = 60;

    private AbortOnSignal() {}

    /** Listens while the action runs, which closes what it opens. */
    static <T> T during(Abort abort, Supplier<T> action) {
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> end(abort, ended), "abort");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return action.get();
        } finally {
            ended.countDown();
            remove(hook);
        }
    }

    private static void end(Abort abort, CountDownLatch ended) {
        abort.ask();
        try {
            var unused = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook is what the action was waited for by.
            return;
        }
    }
}
