package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retry timer of one operation: pauses that double from 100 ms to 2 s, until the allowed time has passed. The last pause
 * ends with that time, so that the last attempt starts no later. Used by one thread.
 */
public final class RetryTimer {

    private static final Logger LOG = LoggerFactory.getLogger(RetryTimer.class);

    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

    private final String doing;
    private final RetryBudget retries;
    private final LongSupplier clock;
    private final Sleeper sleeper;

    private long pauseNanos;
    private long failingSinceNanos;
    private long waitedUntilNanos;
    private boolean failing;

    RetryTimer(String doing, RetryBudget retries) {
        this(doing, retries, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    /** @param clock nanoseconds that only increase */
    RetryTimer(String doing, RetryBudget retries, LongSupplier clock, Sleeper sleeper) {
        this.doing = doing;
        this.retries = retries;
        this.clock = clock;
        this.sleeper = sleeper;
        this.pauseNanos = retries.firstPause.toNanos();
    }

    /** Resets the time, because the server answered. */
    public void succeeded() {
        failing = false;
        pauseNanos = retries.firstPause.toNanos();
        retries.state.exhausted = false;
    }

    /**
     * Pauses before the next attempt.
     *
     * @return false, without a pause, when the time is up, and for a right that the user lacks
     * @throws TransientServerException if the thread is interrupted
     */
    public boolean pause(MongoException error) {
        long now = clock.getAsLong();
        if (!failing) {
            failing = true;
            failingSinceNanos = now;
            waitedUntilNanos = now;
        }
        long leftNanos = retries.allowed().toNanos() - (now - failingSinceNanos);
        if (leftNanos <= 0 || ServerStates.isMissingRight(error)) {
            waitedUntil(now);
            return false;
        }
        sleep(Math.min(pauseNanos, leftNanos), error);
        waitedUntil(clock.getAsLong());
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        return true;
    }

    /** Failed attempts between the pauses count as waiting. */
    private void waitedUntil(long nanos) {
        RetryBudget.WAITED_NANOS.get()[0] += nanos - waitedUntilNanos;
        waitedUntilNanos = nanos;
    }

    /** Returns the exception to throw when the time is up; from now on other operations are attempted once each. */
    public TransientServerException expired(MongoException error) {
        retries.state.exhausted = true;
        return TransientServerException.expired(doing, Duration.ofNanos(clock.getAsLong() - failingSinceNanos), error);
    }

    /** Pauses; throws the failure itself if it is not a transient error. */
    void pauseOrThrow(RuntimeException failure) {
        MongoException error = ServerStates.transientError(failure).orElseThrow(() -> failure);
        if (!pause(error)) {
            throw expired(error);
        }
    }

    private void sleep(long nanos, MongoException error) {
        LOG.warn(
                "MongoDB cannot {} now ({}); next attempt in {} ms",
                doing,
                TransientServerException.oneLine(error),
                TimeUnit.NANOSECONDS.toMillis(nanos));
        try {
            sleeper.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TransientServerException.interrupted(doing, error);
        }
    }

    /** Sleeps for a time. */
    interface Sleeper {
        void sleep(long nanos) throws InterruptedException;
    }
}
