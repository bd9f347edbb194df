package dev.mongohaul.compare.run;

import org.jspecify.annotations.Nullable;

/** The wish that a comparison ends at once: asked for by one thread, heeded by those that measure. Thread-safe. */
public final class Cancellation {

    private volatile boolean asked;
    private @Nullable Runnable ending;

    /** Ends the process that is measured, and has every further {@link #check} fail. */
    public synchronized void ask() {
        asked = true;
        if (ending != null) {
            ending.run();
        }
    }

    public boolean asked() {
        return asked;
    }

    /**
     * Goes on unless the end was asked for.
     *
     * @throws ComparisonException where it was
     */
    public void check() {
        if (asked) {
            throw new ComparisonException("The comparison was ended before all was measured");
        }
    }

    /** Has the process end with the comparison. */
    public void watch(Process process) {
        watch(() -> process.destroyForcibly());
    }

    /** Has this done when the end is asked for, in place of what was to be done before. */
    public synchronized void watch(Runnable end) {
        ending = end;
        if (asked) {
            end.run();
        }
    }
}
