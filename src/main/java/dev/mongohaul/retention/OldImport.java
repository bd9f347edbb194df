package dev.mongohaul.retention;

import java.time.Instant;

/**
 * Import that is no longer needed, unless it ended later than planned.
 *
 * @param key of its plan
 * @param created when it was planned
 */
record OldImport(String key, Instant created) {}
