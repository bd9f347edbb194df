package dev.mongohaul.report;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Status of one job.
 *
 * @param lastCompleted end of its last completed import; null if there is none
 * @param slots number of slots by state, with all states; empty if it has no slot
 */
public record JobStanding(String job, @Nullable Instant lastCompleted, Map<String, Long> slots) {}
