package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import dev.mongohaul.waiting.Backoff;
import dev.mongohaul.waiting.Pauses;
import dev.mongohaul.waiting.Sleeper;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retry timer of one operation: pauses that double to 2 s, until the allowed time has passed, and longer ones for a server that
 * says that it is overloaded. Used by one thread.
 */
public final class RetryTimer {

    private static final Logger LOG = LoggerFactory.getLogger(RetryTimer.class);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE_OF_OVERLOAD = Duration.ofSeconds(15);
    private static final int PAUSES_OF_OVERLOAD = 10;

    private final String doing;
    private final RetryBudget retries;
    private final LongSupplier clock;
    private final Sleeper sleeper;
    private final Pauses absence;
    private final Pauses overload;

    private long failingSinceNanos;
    private long waitedUntilNanos;
    private long refusedAtNanos;
    private boolean failing;
    private boolean refused;

    RetryTimer(String doing, RetryBudget retries) {
        this(doing, retries, System::nanoTime, retries::sleep);
    }

    /** @param clock nanoseconds that only increase */
    RetryTimer(String doing, RetryBudget retries, LongSupplier clock, Sleeper sleeper) {
        this.doing = doing;
        this.retries = retries;
        this.clock = clock;
        this.sleeper = sleeper;
        this.absence = new Pauses(
                retries::allowed, new Backoff(retries.firstPause, LONGEST_PAUSE, retries.random), clock, sleeper);
        this.overload = new Pauses(
                retries::allowedOverload,
                new Backoff(
                        retries.firstPause.multipliedBy(PAUSES_OF_OVERLOAD), LONGEST_PAUSE_OF_OVERLOAD, retries.random),
                clock,
                sleeper);
    }

    /** Resets the time, because the server answered. */
    public void succeeded() {
        if (retries.state.succeeded(failing || retries.state.exhausted, clock.getAsLong())) {
            LOG.info("MongoDB answers again");
        }
        failing = false;
        refused = false;
        absence.reset();
        overload.reset();
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
        boolean overloaded = ServerStates.isOverload(error);
        if (overloaded) {
            absence.reset();
            refusedAt(now);
        }
        refused = overloaded;
        long pause = ServerStates.isMissingRight(error) ? 0 : (overloaded ? overload : absence).next();
        if (pause > 0) {
            sleep(pause, error);
        }
        waitedUntil(pause > 0 ? clock.getAsLong() : now);
        return pause > 0;
    }

    /** Failed attempts between the pauses count as waiting. */
    private void waitedUntil(long nanos) {
        RetryBudget.WAITED_NANOS.get()[0] += nanos - waitedUntilNanos;
        waitedUntilNanos = nanos;
    }

    /** The server counts as overloaded from one refusal to the next: nothing is known of the pause before a success. */
    private void refusedAt(long nanos) {
        if (refused) {
            retries.state.overloaded(refusedAtNanos, nanos);
        }
        refusedAtNanos = nanos;
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
        LOG.atLevel(retries.state.failed(clock.getAsLong()))
                .log(
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
}
