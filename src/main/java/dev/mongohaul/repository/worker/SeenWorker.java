package dev.mongohaul.repository.worker;

/**
 * Worker that was seen within the last minute.
 *
 * @param secondsAgo seconds since it was last seen, in the server's time
 */
public record SeenWorker(StoredWorker worker, long secondsAgo) {}
