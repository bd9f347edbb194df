package dev.mongohaul.schedule;

import java.time.Instant;

/**
 * A settled slot that this process is to tell of, for a while.
 *
 * @param token drawn anew for each attempt; whoever has another one tells of it no more
 * @param claimedAt in the server's time
 * @param attempts to tell, this one included
 * @param refusals how many of the earlier ones were refused for good, by whoever was told
 */
public record PendingNotification(SlotRecord record, String token, Instant claimedAt, int attempts, int refusals) {}
