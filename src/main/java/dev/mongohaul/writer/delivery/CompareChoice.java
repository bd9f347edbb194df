package dev.mongohaul.writer.delivery;

import dev.mongohaul.mapping.spec.FieldPath;
import java.util.List;

/**
 * Choice whether the documents of a chunk are compared with the current ones before they are sent, by the times of earlier
 * chunks. One for all writers of an import in this process. Thread-safe.
 *
 * <p>Comparing pays if many documents are unchanged: reading costs the server less than a write without effect. The first
 * chunk is compared. While fewer than {@value #FEWEST_UNCHANGED} of the documents are unchanged, no other is, because the
 * server reports the unchanged ones as well. If the share is at least {@value #MOSTLY_UNCHANGED}, the first
 * {@value #WARM_UP_CHUNKS} chunks are compared. Then a few chunks are written in each way, and the others in the faster way.
 * Now and then one is written in the other way, which takes about a fiftieth of the time.
 */
public final class CompareChoice {

    /** Share of unchanged documents below which comparing cannot pay. */
    private static final double FEWEST_UNCHANGED = 0.05;

    /** Smallest number of chunks of each way. The first is not measured, because it waits for classes and connections. */
    private static final int FIRST_CHUNKS = 3;

    /** Share of unchanged documents from which comparing is likely to pay. */
    private static final double MOSTLY_UNCHANGED = 0.5;

    /** Number of compared chunks before their times are used: the JVM compiles the code meanwhile. */
    private static final int WARM_UP_CHUNKS = 32;

    private static final int SHORTEST_INTERVAL = 8;
    private static final int LONGEST_INTERVAL = 256;
    private static final double INTERVALS_PER_LOSS = 50;

    private final Way comparing = new Way();
    private final Way sending = new Way();
    private final List<FieldPath> ignored;
    private CompareMode mode;
    private boolean stopped;
    private double unchangedShare;
    private int untilTrial = SHORTEST_INTERVAL;

    public CompareChoice(CompareMode mode) {
        this(mode, List.of());
    }

    /**
     * Makes a choice for documents with values that make no change. The server would report a change, so that those documents
     * are compared always, unless they never are.
     *
     * @param ignored places of these values
     */
    public CompareChoice(CompareMode mode, List<FieldPath> ignored) {
        this.mode = mode == CompareMode.AUTO && !ignored.isEmpty() ? CompareMode.ALWAYS : mode;
        this.ignored = List.copyOf(ignored);
    }

    /** Returns the places of the values that make no change. */
    List<FieldPath> ignored() {
        return ignored;
    }

    /** Compares nothing from here on, because documents of different keys may be equal for the server, or cannot be read. */
    public synchronized void stop() {
        stopped = true;
        mode = CompareMode.NEVER;
    }

    /** Returns whether comparing was {@linkplain #stop stopped}. */
    synchronized boolean isStopped() {
        return stopped;
    }

    /** Returns whether a chunk that cannot be compared now is sent as a whole. */
    synchronized boolean isOptional() {
        return mode != CompareMode.ALWAYS;
    }

    /** Returns whether the next chunk is compared. */
    synchronized boolean next() {
        if (mode != CompareMode.AUTO) {
            return mode == CompareMode.ALWAYS;
        }
        if (comparing.chunks == 0) {
            return true;
        }
        if (unchangedShare < FEWEST_UNCHANGED) {
            return false;
        }
        if (unchangedShare >= MOSTLY_UNCHANGED && comparing.chunks < WARM_UP_CHUNKS) {
            return true;
        }
        if (Math.min(comparing.chunks, sending.chunks) < FIRST_CHUNKS) {
            return comparing.chunks <= sending.chunks;
        }
        boolean better = comparing.nanos < sending.nanos;
        if (--untilTrial > 0) {
            return better;
        }
        double loss = Math.abs(comparing.nanos - sending.nanos) / Math.min(comparing.nanos, sending.nanos);
        untilTrial = (int) Math.max(SHORTEST_INTERVAL, Math.min(LONGEST_INTERVAL, INTERVALS_PER_LOSS * loss));
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
        double share = (double) unchanged / changes;
        unchangedShare = comparing.chunks + sending.chunks == 0 ? share : (unchangedShare + share) / 2;
        (compared ? comparing : sending).add((double) nanos / changes);
    }

    /**
     * Way of writing a chunk, with the time for each document: the shorter one of the last two chunks, since a chunk that
     * waits for something else says nothing, and the way gets faster while the JVM compiles it.
     */
    private static final class Way {

        private int chunks;
        private double last = Double.MAX_VALUE;
        private double nanos = Double.MAX_VALUE;

        void add(double measured) {
            chunks++;
            if (chunks > 1) {
                nanos = Math.min(last, measured);
                last = measured;
            }
        }
    }
}
