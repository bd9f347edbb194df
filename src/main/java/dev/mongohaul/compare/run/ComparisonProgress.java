package dev.mongohaul.compare.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Progress of a comparison, a line for each measurement, and its cancellation, which any thread may request. */
public final class ComparisonProgress {

    private final Consumer<String> lines;
    private volatile boolean cancelled;
    private @Nullable Runnable action;
    private int number;
    private int total;

    public ComparisonProgress(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Returns the items of a round. Each round begins with another one, so that none always follows the slowest. */
    public static <T> List<T> inTurn(List<T> all, int round, int rounds) {
        List<T> turned = new ArrayList<>(all);
        Collections.rotate(turned, -(round * all.size() / rounds));
        return turned;
    }

    public void print(String line) {
        lines.accept(line);
    }

    /** Sets the number of measurements to come. */
    public void begin(int measurements) {
        number = 0;
        total = measurements;
    }

    /** Counts a measurement that begins or is not needed. */
    public void next() {
        number++;
    }

    /** Reports the measurement counted last. */
    public void measured(String name, double seconds, String note) {
        lines.accept("%d of %d: %s: %.2f s%s".formatted(number, total, name, seconds, note));
    }

    /** Reports that the measurement counted last failed and is left out from now on. */
    public void leftOut(String name, String reason) {
        lines.accept("%d of %d: %s is left out: %s".formatted(number, total, name, reason));
    }

    /** Ends what is measured; every later {@link #check} fails. */
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

    /** Runs this action on cancellation, instead of any earlier one. */
    public synchronized void watch(Runnable onCancel) {
        action = onCancel;
        if (cancelled) {
            onCancel.run();
        }
    }
}
