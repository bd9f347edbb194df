package dev.mongohaul.writer.delivery;

import dev.mongohaul.mapping.spec.FieldPath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Choice whether the documents of a chunk are compared with the current ones before they are sent, by the times of earlier
 * chunks. One for all writers of an import in this process. Thread-safe.
 *
 * <p>Comparing pays if many documents are unchanged: reading costs the server less than a write without effect. The first
 * chunk is compared. While fewer than {@value #FEWEST_UNCHANGED} of the documents are unchanged, no other is, because the
 * server reports the unchanged ones as well. If the share is at least {@value #MOSTLY_UNCHANGED}, the first
 * {@value #WARM_UP_DOCUMENTS} documents are compared. Now and then, {@value #TRIAL_CHUNKS} chunks are written in the other way,
 * which becomes the usual one if it was clearly faster than the chunks before. All writers try it together, because a chunk
 * that is only sent leaves more of the processors to those that are compared beside it. Trials take a few hundredths of the
 * time.
 */
public final class CompareChoice {

    /** Share of unchanged documents below which comparing cannot pay. */
    private static final double FEWEST_UNCHANGED = 0.05;

    /** Share of unchanged documents from which comparing is likely to pay. */
    private static final double MOSTLY_UNCHANGED = 0.5;

    /** Number of compared documents before the times are used: the JVM compiles the code meanwhile. */
    private static final int WARM_UP_DOCUMENTS = 160_000;

    private static final int TRIAL_CHUNKS = 7;

    /** Share of the time of the usual way below which the other one is clearly faster. */
    private static final double CLEARLY_FASTER = 0.8;

    private static final int LONGEST_INTERVAL = 200 * TRIAL_CHUNKS;
    private static final double CHUNKS_PER_LOSS = 50.0 * TRIAL_CHUNKS;

    private final Way comparing = new Way();
    private final Way sending = new Way();
    private final List<FieldPath> ignored;
    private CompareMode mode;
    private boolean stopped;
    private boolean watched;
    private @Nullable Boolean addsAsKnown = true;
    private double unchangedShare;
    private boolean compares = true;
    private boolean trying;
    private int untilTrial;

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

    /** Lets the first new documents show what upserts of this server add, unless they have done so: no test knows its version. */
    public synchronized void watchUpserts() {
        if (!watched) {
            watched = true;
            addsAsKnown = null;
        }
    }

    /** Returns whether an upsert of this server adds the document that an insert in its place would add; null if unknown. */
    synchronized @Nullable Boolean addsAsKnown() {
        return addsAsKnown;
    }

    /** Records what the first upserts added. */
    synchronized void added(boolean asKnown) {
        addsAsKnown = asKnown && !Boolean.FALSE.equals(addsAsKnown);
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
        boolean cold = unchangedShare >= MOSTLY_UNCHANGED && comparing.documents < WARM_UP_DOCUMENTS;
        if (cold || !comparing.isMeasured()) {
            return true;
        }
        if (!trying && untilTrial-- <= 0) {
            trying = true;
            (compares ? sending : comparing).latest.clear();
        }
        return compares != trying;
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
        (compared ? comparing : sending).add(changes, nanos);
        if (trying && comparing.isMeasured() && sending.isMeasured()) {
            decide();
        }
    }

    private void decide() {
        double change = compares ? sending.nanos() / comparing.nanos() : comparing.nanos() / sending.nanos();
        compares = compares != change < CLEARLY_FASTER;
        trying = false;
        int longest = Math.min(2 * (comparing.chunks + sending.chunks), LONGEST_INTERVAL);
        double loss = Math.max(change, 1 / change) - 1;
        untilTrial = (int) Math.max(2 * TRIAL_CHUNKS, Math.min(longest, CHUNKS_PER_LOSS * loss));
    }

    /** Way of writing a chunk. The first chunk is not measured, because it waits for classes and connections. */
    private static final class Way {

        private final Deque<Double> latest = new ArrayDeque<>();
        private int chunks;
        private long documents;

        void add(int changes, long nanos) {
            if (chunks > 0) {
                latest.add((double) nanos / changes);
            }
            if (latest.size() > TRIAL_CHUNKS) {
                latest.remove();
            }
            chunks++;
            documents += changes;
        }

        boolean isMeasured() {
            return latest.size() == TRIAL_CHUNKS;
        }

        /** Returns the median time of a document. A single chunk says little: it may wait for another one, or a checkpoint. */
        double nanos() {
            return latest.stream().sorted().skip(TRIAL_CHUNKS / 2).findFirst().orElseThrow();
        }
    }
}
