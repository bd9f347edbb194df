package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting of one operation: pauses that double from 100 ms to 2 s, until the time allowed has passed. The last pause
 * ends with that time, so that the last attempt starts no later. Used by one thread.
 */
public final class RetryTimer {

    private static final Logger LOG = LoggerFactory.getLogger(RetryTimer.class);
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

    private final String doing;
    private final RetryBudget patience;
    private final LongSupplier clock;
    private final Sleeper sleeper;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long troubleSinceNanos;
    private long waitedUntilNanos;
    private boolean inTrouble;

    RetryTimer(String doing, RetryBudget patience) {
        this(doing, patience, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    /** @param clock nanoseconds that only go forward */
    RetryTimer(String doing, RetryBudget patience, LongSupplier clock, Sleeper sleeper) {
        this.doing = doing;
        this.patience = patience;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /** The server answered: the next trouble has all the time again. */
    public void succeeded() {
        inTrouble = false;
        pauseNanos = FIRST_PAUSE_NANOS;
        patience.succeeded();
    }

    /**
     * Pauses before the next attempt.
     *
     * @return false, without a pause, when the time is up
     * @throws TransientServerException if the thread is interrupted
     */
    public boolean pause(MongoException trouble) {
        long now = clock.getAsLong();
        if (!inTrouble) {
            inTrouble = true;
            troubleSinceNanos = now;
            waitedUntilNanos = now;
        }
        long leftNanos = patience.allowed().toNanos() - (now - troubleSinceNanos);
        if (leftNanos <= 0) {
            waitedUntil(now);
            return false;
        }
        sleep(Math.min(pauseNanos, leftNanos), trouble);
        waitedUntil(clock.getAsLong());
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        return true;
    }

    /** Attempts that failed in between are waiting, too. */
    private void waitedUntil(long nanos) {
        WaitedTime.add(nanos - waitedUntilNanos);
        waitedUntilNanos = nanos;
    }

    /** What to throw when the time is up. */
    public TransientServerException givenUp(MongoException trouble) {
        return patience.exhausted(doing, Duration.ofNanos(clock.getAsLong() - troubleSinceNanos), trouble);
    }

    /** Pauses; throws the failure itself where it does not tell of trouble. */
    void pauseOrThrow(RuntimeException failure) {
        MongoException trouble = ServerStates.trouble(failure).orElseThrow(() -> failure);
        if (!pause(trouble)) {
            throw givenUp(trouble);
        }
    }

    private void sleep(long nanos, MongoException trouble) {
        LOG.warn(
                "MongoDB cannot {} just now ({}); trying again in {} ms",
                doing,
                TransientServerException.oneLine(trouble),
                TimeUnit.NANOSECONDS.toMillis(nanos));
        try {
            sleeper.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TransientServerException.interrupted(doing, trouble);
        }
    }

    /** Lets time pass. */
    interface Sleeper {

        void sleep(long nanos) throws InterruptedException;
    }
}
