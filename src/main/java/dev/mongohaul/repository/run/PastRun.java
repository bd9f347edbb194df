package dev.mongohaul.repository.run;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a run, without its steps.
 *
 * @param ended null if it has not ended
 * @param duration until its end, until now, or until the last sign of life of its process
 * @param importing duration of reading and writing
 */
public record PastRun(
        long run,
        RunStatus status,
        Instant started,
        @Nullable Instant ended,
        Duration duration,
        Duration importing) {

    static PastRun of(Run run) {
        return new PastRun(
                run.id(), run.status(), run.started(), run.ended().orElse(null), run.duration(), run.importing());
    }
}
