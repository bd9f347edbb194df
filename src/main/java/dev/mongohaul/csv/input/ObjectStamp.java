package dev.mongohaul.csv.input;

import java.time.Instant;

/**
 * State of an object. Any difference can mean another content; equal stamps mean the same content.
 *
 * @param size stored bytes; -1 if unknown before their end
 * @param modified when it was last changed, which its writer may have forged; the epoch if unknown
 * @param version what its source knows in addition
 */
public record ObjectStamp(long size, Instant modified, String version) {

    /** Stamp of bytes that come only once. */
    public static final ObjectStamp UNKNOWN = new ObjectStamp(-1, Instant.EPOCH, "");
}
