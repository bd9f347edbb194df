package dev.mongohaul.repository.batch;

import java.time.Instant;

/** Number of runs of an import, and when the last of them ended or was last saved. */
public record RunTotals(long count, Instant lastSeen) {}
