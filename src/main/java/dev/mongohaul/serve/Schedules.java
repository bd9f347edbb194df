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
 * Keeps a timetable going: looks at the clock every second, at the job files and the slots of dead processes now and then.
 * Unhealthy where it does not come to that any more.
 */
final class Schedules implements AutoCloseable, HealthIndicator {

    private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);
    private static final int LOOKS_TO_REFRESH = 5;

    /** A server in trouble is waited for, and is told by itself. */
    private static final Duration LATE = Duration.ofMinutes(5);

    /** A chunk in flight ends, or is given up; what is left goes on where the program serves next. */
    private static final long PATIENCE_SECONDS = 28;

    private final Timetable timetable;
    private final SlotRuns runs;
    private final ExecutorService threads;
    private final Clock clock;
    private int looks;
    private volatile Instant lookedAt;

    /** @param threads on which slots run; shut down with this */
    Schedules(Timetable timetable, SlotRuns runs, ExecutorService threads, Clock clock) {
        this.timetable = timetable;
        this.runs = runs;
        this.threads = threads;
        this.clock = clock;
        this.lookedAt = clock.instant();
    }

    /** What fails is tried again at the next look. */
    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
    void look() {
        try {
            if (looks++ % LOOKS_TO_REFRESH == 0) {
                timetable.refresh();
            }
            timetable.look();
        } catch (RuntimeException e) {
            LOG.warn("The schedules could not be looked at; it is tried again: {}", e.getMessage());
        } finally {
            lookedAt = clock.instant();
        }
    }

    @Override
    public Health health() {
        boolean late = clock.instant().isAfter(lookedAt.plus(LATE));
        return (late ? Health.down() : Health.up())
                .withDetail("lookedAt", lookedAt.toString())
                .build();
    }

    /** Before anything is closed, so that all that runs ends at the same time. */
    @EventListener(ContextClosedEvent.class)
    void end() {
        runs.end();
    }

    /** Ends what runs after the chunk in flight, and waits for that. */
    @Override
    public void close() {
        runs.end();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("An import does not end; it goes on from its last checkpoint where the program serves next");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
