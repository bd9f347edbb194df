package dev.mongohaul.retention;

import java.time.Instant;

/**
 * An import that nothing needs any more, unless it ended later than it seems.
 *
 * @param key of its plan
 * @param created when it was planned
 */
public record OldImport(String key, Instant created) {}
