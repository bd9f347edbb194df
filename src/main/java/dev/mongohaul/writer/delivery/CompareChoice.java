package dev.mongohaul.writer.delivery;

/**
 * Choice whether the documents of a chunk are compared with the current ones before they are sent, by the times of earlier
 * chunks. One for all writers of an import in this process. Thread-safe.
 *
 * <p>Comparing pays if many documents are unchanged: reading costs the server less than a write without effect. The first
 * chunk is compared. While fewer than {@value #FEWEST_UNCHANGED} of the documents are unchanged, no other is, because the
 * server reports the unchanged ones as well. Else chunks are written in the way that takes less time for each document, and
 * now and then one in the other way.
 */
public final class CompareChoice {

    /** Share of unchanged documents below which comparing cannot pay. */
    private static final double FEWEST_UNCHANGED = 0.05;

    /** Weight of the last chunk in an average. */
    private static final double WEIGHT = 0.3;

    private static final int FIRST_INTERVAL = 16;
    private static final int LONGEST_INTERVAL = 256;

    private Mode mode;
    private double comparingNanos = Double.NaN;
    private double sendingNanos = Double.NaN;
    private double unchangedShare;
    private int interval = FIRST_INTERVAL;
    private int untilTrial = FIRST_INTERVAL;

    public CompareChoice(Mode mode) {
        this.mode = mode;
    }

    /** When documents are compared. */
    public enum Mode {
        /** If that takes less time. */
        AUTO,
        ALWAYS,
        NEVER
    }

    /** Compares nothing from here on. */
    public synchronized void stop() {
        mode = Mode.NEVER;
    }

    /** Returns whether the next chunk is compared. */
    synchronized boolean next() {
        if (mode != Mode.AUTO) {
            return mode == Mode.ALWAYS;
        }
        if (Double.isNaN(comparingNanos)) {
            return true;
        }
        if (unchangedShare < FEWEST_UNCHANGED || Double.isNaN(sendingNanos)) {
            return false;
        }
        boolean better = comparingNanos < sendingNanos;
        if (--untilTrial > 0) {
            return better;
        }
        interval = Math.min(2 * interval, LONGEST_INTERVAL);
        untilTrial = interval;
        return !better;
    }

    /**
     * Records a chunk.
     *
     * @param compared whether it was compared
     * @param changes number of its replacements and updates, at least 1
     * @param unchanged number of them that changed nothing
     * @param nanos that the chunk took
     */
    synchronized void wrote(boolean compared, int changes, long unchanged, long nanos) {
        double each = (double) nanos / changes;
        if (compared) {
            comparingNanos = average(comparingNanos, each);
        } else {
            sendingNanos = average(sendingNanos, each);
        }
        unchangedShare = average(unchangedShare, (double) unchanged / changes);
    }

    private static double average(double before, double last) {
        return Double.isNaN(before) ? last : before + WEIGHT * (last - before);
    }
}
