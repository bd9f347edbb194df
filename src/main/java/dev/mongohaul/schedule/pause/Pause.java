package dev.mongohaul.schedule.pause;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Pause of the schedule of a job, in which no slot is run.
 *
 * @param by who paused it; null if that is unknown
 * @param until when it was resumed; null if it is still paused
 * @param resumedBy who resumed it; null if that is unknown
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Pause(
        Instant from,
        @Nullable String by,
        @Nullable Instant until,
        @Nullable String resumedBy) {

    /** Returns whether a time falls into the pause. */
    public boolean covers(Instant time) {
        return !time.isBefore(from) && (until == null || !time.isAfter(until));
    }
}
