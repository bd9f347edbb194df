package dev.mongohaul.repository.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Right of this process to write partitions of an import. A right that is lost is never regained. Thread-safe.
 *
 * <p>The partitions that it covers are stored with its token. Every checkpoint filters by the token, so that a process whose
 * right has passed to another one can no longer save.
 */
public interface WriteRight {

    /** Returns a random text that no other owner has. */
    String token();

    /** Returns how long the right lasts from a checkpoint on; null if checkpoints do not renew it. */
    default @Nullable Duration renewal() {
        return null;
    }

    /** Records that a checkpoint was saved. */
    default void saved(long requestedAtNanos) {}

    /**
     * Checks by the clock of this process that enough of the right is left to write a chunk. Asks the server if another process
     * may have taken it over before its end.
     *
     * @throws LeaseLostException if not
     */
    void check();

    /**
     * Checks {@linkplain #check() locally} and on the server that this process has the right.
     *
     * @throws LeaseLostException if not
     */
    void confirm();

    /** Records that another process has the right now, as the server says, and returns the exception for it. */
    LeaseLostException lost();
}
