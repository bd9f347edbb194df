package dev.mongohaul.csv.source.remote;

import java.time.Instant;

/**
 * Object on another machine, as it was found.
 *
 * @param size bytes
 * @param modified when it was last changed; the epoch if unknown
 * @param version what its server tells it apart from others by: a version id, an entity tag; empty if it has none
 * @param strong whether an equal version means equal bytes
 * @param ranges whether the server gives ranges of the bytes
 */
record RemoteObject(
        RemoteAddress address, long size, Instant modified, String version, boolean strong, boolean ranges) {}
