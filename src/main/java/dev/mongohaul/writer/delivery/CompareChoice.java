package dev.mongohaul.writer.delivery;

import dev.mongohaul.mapping.spec.FieldPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Choice whether the documents of a chunk are compared with the current ones before they are sent. One for all writers of an
 * import in this process. Thread-safe.
 *
 * <p>Comparing pays if many documents are unchanged: reading costs the server less than a write without effect. The first
 * chunk is compared, and then each chunk after one of which at least half was unchanged, which the server reports as well.
 */
public final class CompareChoice {

    private final List<FieldPath> ignored;
    private CompareMode mode;
    private boolean stopped;
    private boolean watched;
    private @Nullable Boolean addsAsKnown = true;
    private boolean mostlyUnchanged = true;

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
        return mode == CompareMode.AUTO ? mostlyUnchanged : mode == CompareMode.ALWAYS;
    }

    /**
     * Records a chunk.
     *
     * @param changes number of its replacements and updates, at least 1
     * @param unchanged number of them that changed nothing
     */
    synchronized void wrote(int changes, long unchanged) {
        mostlyUnchanged = 2 * unchanged >= changes;
    }
}
