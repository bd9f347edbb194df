package dev.mongohaul.repository.target;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of an import to undo it: its documents as they were before.
 *
 * @param until time at which they are removed, by the clock of this machine; null if they stay until the import is pruned
 * @param maxBytes most bytes that are kept
 * @param dropped whether they were removed because they would be larger; null if not
 */
public record KeptImages(
        @Nullable Instant until, long maxBytes, @Nullable Boolean dropped) {

    /** Returns whether the documents are still kept. */
    public boolean isUsable() {
        return dropped == null && !isOver();
    }

    public boolean isOver() {
        return until != null && !Instant.now().isBefore(until);
    }
}
