package dev.mongohaul.schedule;

import java.time.Duration;
import java.time.Instant;

/**
 * Completed slot whose notification this process has claimed for a while.
 *
 * @param token random for each attempt; a process with another token has lost the claim
 * @param claimedAt in the server's time
 * @param attempts to send, this one included
 * @param refusals number of earlier attempts that the receiver refused for good
 * @param postponed whether an earlier attempt came to its end; a process can die before that
 */
public record PendingNotification(
        SlotRecord record, String token, Instant claimedAt, int attempts, int refusals, boolean postponed) {

    /** Returns whether it may still be sent after a delay. */
    public boolean isRecentAfter(Duration delay) {
        Instant completed = record.completedAt();
        return completed != null && claimedAt.plus(delay).isBefore(completed.plus(PendingNotifications.NEWS));
    }
}
