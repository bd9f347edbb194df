package dev.mongohaul.serve;

import dev.mongohaul.schedule.SlotRuns;
import dev.mongohaul.schedule.Timetable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Scheduler of the jobs: checks the timetable every second, and refreshes it every few seconds. Unhealthy if it has not
 * done so for a while.
 */
final class Schedules implements AutoCloseable, HealthIndicator {

    private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);
    private static final int CHECKS_PER_REFRESH = 5;

    /** Longer than a server outage, which has its own health indicator. */
    private static final Duration MAX_DELAY = Duration.ofMinutes(5);

    /** Time for the chunks in flight; what remains is resumed later. */
    private static final long SHUTDOWN_SECONDS = 28;

    private final Timetable timetable;
    private final SlotRuns runs;
    private final ExecutorService threads;
    private final Clock clock;
    private int checks;
    private volatile Instant checkedAt;

    /** @param threads that run the slots; shut down with this scheduler */
    Schedules(Timetable timetable, SlotRuns runs, ExecutorService threads, Clock clock) {
        this.timetable = timetable;
        this.runs = runs;
        this.threads = threads;
        this.clock = clock;
        this.checkedAt = clock.instant();
    }

    /** Starts the slots that are due; a failure is retried by the next call. */
    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
    void check() {
        try {
            if (checks++ % CHECKS_PER_REFRESH == 0) {
                timetable.refresh();
            }
            timetable.look();
        } catch (RuntimeException e) {
            LOG.warn("The schedules could not be checked; retrying: {}", e.getMessage());
        } finally {
            checkedAt = clock.instant();
        }
    }

    @Override
    public Health health() {
        boolean late = clock.instant().isAfter(checkedAt.plus(MAX_DELAY));
        return (late ? Health.down() : Health.up())
                .withDetail("lookedAt", checkedAt.toString())
                .build();
    }

    /** Asks all runs to stop before the first bean is closed, so that they stop in parallel. */
    @EventListener(ContextClosedEvent.class)
    void end() {
        runs.end();
    }

    /** Stops all runs after the chunk in flight, and waits for them. */
    @Override
    public void close() {
        runs.end();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn(
                        "An import did not stop in time; the next serving process resumes it from its last checkpoint");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
