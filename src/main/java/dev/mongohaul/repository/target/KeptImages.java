package dev.mongohaul.repository.target;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of an import to undo it: its documents as they were before.
 *
 * @param until time at which they are removed, by the clock of this machine
 * @param maxBytes most bytes that are kept
 * @param dropped whether they were removed because they would be larger; null if not
 */
public record KeptImages(
        Instant until, long maxBytes, @Nullable Boolean dropped) {

    /** Returns whether the documents are still kept. */
    public boolean isUsable() {
        return dropped == null && !isOver();
    }

    public boolean isOver() {
        return !Instant.now().isBefore(until);
    }
}
