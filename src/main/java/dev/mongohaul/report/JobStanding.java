package dev.mongohaul.report;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one job stands.
 *
 * @param lastCompleted when its last completed import came to its end; null where there is none
 * @param slots how many slots of its schedule went which way, all ways named; empty where it had none
 */
public record JobStanding(String job, @Nullable Instant lastCompleted, Map<String, Long> slots) {

    public JobStanding {
        slots = Map.copyOf(slots);
    }
}
