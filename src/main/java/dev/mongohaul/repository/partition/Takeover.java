package dev.mongohaul.repository.partition;

import java.time.Instant;

/**
 * Claim of a partition that had an owner.
 *
 * @param from name of the former owner
 * @param at when, in the server's time
 * @param cause {@value #REDELIVERED} if the broker lost the connection to the former owner, {@value #EXPIRED} if the
 *     time of its claim had ended
 */
public record Takeover(String from, Instant at, String cause) {

    public static final String REDELIVERED = "redelivered";
    public static final String EXPIRED = "expired";
}
