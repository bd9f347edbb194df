package dev.mongohaul.compare.run;

import org.jspecify.annotations.Nullable;

/** Cancellation token of a running comparison. Thread-safe. */
public final class Cancellation {

    private volatile boolean cancelled;
    private @Nullable Runnable action;

    /** Ends the process that is measured; every later {@link #check} fails. */
    public synchronized void cancel() {
        cancelled = true;
        if (action != null) {
            action.run();
        }
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Checks that the comparison may continue.
     *
     * @throws ComparisonException if it was cancelled
     */
    public void check() {
        if (cancelled) {
            throw new ComparisonException("The comparison was cancelled before everything was measured");
        }
    }

    /** Kills this process on cancellation. */
    public void watch(Process process) {
        watch(() -> process.destroyForcibly());
    }

    /** Runs this action on cancellation, instead of any earlier one. */
    public synchronized void watch(Runnable onCancel) {
        action = onCancel;
        if (cancelled) {
            onCancel.run();
        }
    }
}
