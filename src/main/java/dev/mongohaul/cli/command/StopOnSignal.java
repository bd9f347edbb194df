package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Terminal;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.mongo.RetryBudget;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Asks an action to stop at the first SIGINT or SIGTERM, and waits for its end; a second signal ends the process at once.
 *
 * <p>By handlers of our own, since the JVM's shutdown, once begun, hears no second signal. A signal that whoever started
 * the process has it ignore stays ignored.
 */
public final class StopOnSignal {

    /** Then the process ends; the same command continues what it did. */
    private static final long PATIENCE_SECONDS = 28;

    private static final int SIGNALLED = 128;
    private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15);

    private final Runnable stop;
    private final String stopping;
    private final PrintWriter err;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<String, Object> before = new LinkedHashMap<>();
    private boolean received;
    private @Nullable RetryBudget patience;

    private StopOnSignal(Runnable stop, String stopping, PrintWriter err) {
        this.stop = stop;
        this.stopping = stopping;
        this.err = err;
    }

    /** Listens to signals while an import or a check runs, which ends its chunk. */
    static <T> T during(ImportMonitor monitor, PrintWriter err, Function<StopOnSignal, T> action) {
        return during(monitor::requestStop, "Stopping after the chunk in flight", err, action);
    }

    /**
     * Listens to signals while the action runs.
     *
     * @param stop makes the action end soon; it is called by another thread
     * @param stopping what the user reads when the signal arrives
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
            return handler != null
                    && handler.equals(Class.forName("sun.misc.SignalHandler")
                            .getField("SIG_IGN")
                            .get(null));
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Whether the process was told to end. */
    synchronized boolean received() {
        return received;
    }

    /** Has the import wait less for the server once a signal came. */
    synchronized void hurry(RetryBudget importing) {
        patience = importing;
        if (received) {
            importing.hurry();
        }
    }

    private void receive(int number) {
        if (!first()) {
            Runtime.getRuntime().halt(SIGNALLED + number);
        }
        tell((Terminal.isStandardError() ? System.lineSeparator() : "") + stopping + " ... (once more: at once)");
        stop.run();
        try {
            if (!closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                tell("Not stopped within %d s: the process ends, and the same command continues"
                        .formatted(PATIENCE_SECONDS));
                Runtime.getRuntime().halt(ExitCode.STOPPED.value());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean first() {
        boolean first = !received;
        received = true;
        if (patience != null) {
            patience.hurry();
        }
        return first;
    }

    private void tell(String line) {
        err.println(line);
        err.flush();
    }

    private void close() {
        before.forEach(Signals::unregister);
        closed.countDown();
    }
}
