package dev.mongohaul.cli.compare;

import dev.mongohaul.compare.Abort;
import java.util.function.Supplier;

/** Closes what a comparison has open where the JVM is told to end while it runs. */
final class CleanUpOnSignal {

    private CleanUpOnSignal() {}

    /** Listens while the action runs; closes in the order given. */
    static <T> T during(Supplier<T> action, Abort abort, AutoCloseable... open) {
        Thread hook = new Thread(() -> cleanUp(abort, open), "clean-up");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return action.get();
        } finally {
            remove(hook);
        }
    }

    private static void cleanUp(Abort abort, AutoCloseable... open) {
        abort.ask();
        for (AutoCloseable one : open) {
            try {
                one.close();
            } catch (Exception e) {
                throw new IllegalStateException("Not all of the comparison could be thrown away", e);
            }
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook is running, and closes everything.
            return;
        }
    }
}
