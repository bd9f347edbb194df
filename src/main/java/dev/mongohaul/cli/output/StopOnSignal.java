package dev.mongohaul.cli.output;

import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.RetryBudget;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Handler of SIGINT and SIGTERM that stops an action and waits for its end; a second signal ends the process at once.
 *
 * <p>A shutdown hook would not notice a second signal. A signal that the parent process has set to be ignored stays
 * ignored.
 */
public final class StopOnSignal {

    /** Longest wait until the process ends; the same command resumes the import. Tests set the property. */
    private static final long LONGEST_WAIT_SECONDS = Long.getLong("mongohaul.stop.seconds", 28);

    public static final String STOPPING = "Stopping after the chunk in flight";

    private static final int SIGNALLED = 128;
    private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15);

    private final Runnable stop;
    private final String stopping;
    private final PrintWriter err;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<String, Object> before = new LinkedHashMap<>();
    private boolean received;
    private @Nullable RetryBudget retries;

    private StopOnSignal(Runnable stop, String stopping, PrintWriter err) {
        this.stop = stop;
        this.stopping = stopping;
        this.err = err;
    }

    /** Stops an import or a check after its chunk at a signal. */
    public static <T> T during(ImportMonitor monitor, PrintWriter err, Function<StopOnSignal, T> action) {
        return during(monitor::requestStop, STOPPING, err, action);
    }

    /**
     * Runs the action and handles signals until its end.
     *
     * @param stop makes the action end soon; it is called by another thread
     * @param stopping the line that is printed when the signal arrives
     */
    public static <T> T during(Runnable stop, String stopping, PrintWriter err, Function<StopOnSignal, T> action) {
        StopOnSignal signal = new StopOnSignal(stop, stopping, err);
        NUMBERS.forEach(signal::register);
        try {
            return action.apply(signal);
        } finally {
            signal.close();
        }
    }

    /**
     * Runs a service until a signal.
     *
     * @param stopping what is printed when the signal comes
     * @param end completed by the signal; the service ends then
     * @return the exit code
     */
    public static int serving(String stopping, PrintWriter err, CompletableFuture<Void> end, Runnable service) {
        return during(() -> end.complete(null), stopping, err, signal -> {
            service.run();
            return ExitCode.COMPLETED.value();
        });
    }

    private void register(String name, int number) {
        Object handler = Signals.register(name, () -> receive(number));
        if (isIgnored(handler)) {
            Signals.unregister(name, handler);
        } else if (handler != null) {
            before.put(name, handler);
        }
    }

    private static boolean isIgnored(@Nullable Object handler) {
        try {
            // The handler of another command in this process has no method equals.
            return Class.forName("sun.misc.SignalHandler")
                    .getField("SIG_IGN")
                    .get(null)
                    .equals(handler);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Returns whether a signal was received. */
    public synchronized boolean received() {
        return received;
    }

    /** Shortens the waits of the import for the server after a signal. */
    public synchronized void hurry(RetryBudget retries) {
        this.retries = retries;
        if (received) {
            retries.hurry();
        }
    }

    private void receive(int number) {
        if (!first()) {
            Runtime.getRuntime().halt(SIGNALLED + number);
        }
        print((Terminal.isStandardError() ? System.lineSeparator() : "") + stopping + " ... (once more: at once)");
        stop.run();
        try {
            if (!closed.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                print("Not stopped within %d s: the process ends. Run the same command to continue."
                        .formatted(LONGEST_WAIT_SECONDS));
                Runtime.getRuntime().halt(ExitCode.STOPPED.value());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean first() {
        boolean first = !received;
        received = true;
        if (retries != null) {
            retries.hurry();
        }
        return first;
    }

    private void print(String line) {
        err.println(line);
    }

    private void close() {
        before.forEach(Signals::unregister);
        closed.countDown();
    }
}
