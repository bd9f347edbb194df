package dev.mongohaul.serve;

import dev.mongohaul.job.slot.SlotRuns;
import dev.mongohaul.job.slot.Timetable;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.TaskScheduler;

/** Keeps a timetable going: looks at the clock every second, at the job files and the slots of dead processes now and then. */
public final class Schedules implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int LOOKS_TO_REFRESH = 15;

    /** A chunk in flight ends, or is given up; what is left goes on where the program serves next. */
    private static final long PATIENCE_SECONDS = 28;

    private final Timetable timetable;
    private final SlotRuns runs;
    private final ExecutorService threads;
    private int looks;

    /** @param threads on which slots run; shut down with this */
    public Schedules(Timetable timetable, SlotRuns runs, ExecutorService threads) {
        this.timetable = timetable;
        this.runs = runs;
        this.threads = threads;
    }

    /** Begins. What fails is tried again at the next look. */
    public void start(TaskScheduler scheduler) {
        scheduler.scheduleWithFixedDelay(this::look, LOOK);
    }

    private void look() {
        try {
            if (looks++ % LOOKS_TO_REFRESH == 0) {
                timetable.refresh();
            }
            timetable.look();
        } catch (RuntimeException e) {
            LOG.warn("The schedules could not be looked at; it is tried again", e);
        }
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
