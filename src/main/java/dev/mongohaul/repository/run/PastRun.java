package dev.mongohaul.repository.run;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a run, without its steps.
 *
 * @param standing whether it ended, and whether its process is alive if it did not
 * @param ending of a run that ended; else {@link ImportEnding#FAILED}
 * @param ended null if it has not ended
 * @param duration until its end, until now, or until the last sign of life of its process
 * @param importing duration of reading and writing
 */
public record PastRun(
        long run,
        RunStanding standing,
        ImportEnding ending,
        Instant started,
        @Nullable Instant ended,
        Duration duration,
        Duration importing) {

    static PastRun of(Run run) {
        return new PastRun(
                run.id(),
                run.standing(),
                run.ending(),
                run.started(),
                run.ended().orElse(null),
                run.duration(),
                run.importing());
    }
}
