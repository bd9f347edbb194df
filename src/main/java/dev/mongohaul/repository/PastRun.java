package dev.mongohaul.repository;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One try of an import, without its steps.
 *
 * @param standing whether it ended, and how its process did where it did not
 * @param ending of a try that ended; {@link ImportEnding#FAILED} else
 * @param ended null where it did not
 * @param duration until its end, until now, or until the last sign of life of its process
 * @param importing how long records were read and written
 */
public record PastRun(
        long run,
        Run.Standing standing,
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
