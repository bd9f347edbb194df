package dev.mongohaul.writer.chunk;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a server in trouble: pauses that double from 100 ms to 2 s, until the time allowed has passed. The last pause
 * ends with that time, so that the last attempt starts no later.
 */
final class RideThrough {

    private static final Logger LOG = LoggerFactory.getLogger(RideThrough.class);
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

    private final Duration allowed;
    private final LongSupplier clock;
    private final Sleeper sleeper;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long troubleSinceNanos;
    private boolean inTrouble;

    /** @param allowed counted from the first failure of a row of failures */
    RideThrough(Duration allowed) {
        this(allowed, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    /** @param clock nanoseconds that only go forward */
    RideThrough(Duration allowed, LongSupplier clock, Sleeper sleeper) {
        this.allowed = allowed;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /** The server answered: the next trouble has all the time again. */
    void succeeded() {
        inTrouble = false;
        pauseNanos = FIRST_PAUSE_NANOS;
    }

    /**
     * Pauses before the next attempt.
     *
     * @return false, without a pause, when the time is up
     * @throws ServerTroubleException if the thread is interrupted
     */
    boolean pause(MongoException trouble) {
        long now = clock.getAsLong();
        if (!inTrouble) {
            inTrouble = true;
            troubleSinceNanos = now;
        }
        long leftNanos = allowed.toNanos() - (now - troubleSinceNanos);
        if (leftNanos <= 0) {
            return false;
        }
        sleep(Math.min(pauseNanos, leftNanos), trouble);
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        return true;
    }

    private void sleep(long nanos, MongoException trouble) {
        LOG.warn(
                "MongoDB cannot write just now ({}); trying again in {} ms",
                ServerTroubleException.oneLine(trouble),
                TimeUnit.NANOSECONDS.toMillis(nanos));
        try {
            sleeper.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ServerTroubleException.interrupted(trouble);
        }
    }

    /** Lets time pass. */
    interface Sleeper {

        void sleep(long nanos) throws InterruptedException;
    }
}
