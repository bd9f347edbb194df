package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time that all operations of an import share for retries after transient errors: a step-down, a restart, a network outage.
 *
 * <p>The time is granted once per outage, not once per operation: after one operation has used it up, the others are
 * attempted once each until one succeeds, so that a run whose server stays away ends soon. {@link #hurry()} shortens the
 * time when the process has to end. Thread-safe; one instance serves all threads.
 */
public final class RetryBudget {

    /** Attempts every operation once. */
    public static final RetryBudget NONE = new RetryBudget(Duration.ZERO);

    /** Longest time after {@link #hurry()}: enough for a restart of a local server, and for most elections. */
    private static final Duration IN_A_HURRY = Duration.ofSeconds(3);

    private static final ThreadLocal<long[]> WAITED_NANOS = ThreadLocal.withInitial(() -> new long[1]);

    private final Duration allowed;
    private final State state;

    /** @param allowed time from the first failure of an operation on */
    public RetryBudget(Duration allowed) {
        this(allowed, new State());
    }

    private RetryBudget(Duration allowed, State state) {
        this.allowed = allowed;
        this.state = state;
    }

    /** Returns a budget with another time that shares the state of this one. */
    public RetryBudget lasting(Duration otherTime) {
        return new RetryBudget(otherTime, state);
    }

    /** Limits the time to {@code 3 s} from now on, because the process has to end. */
    public void hurry() {
        state.hurried = true;
    }

    /**
     * Runs an idempotent operation, and repeats it after transient errors, even if an attempt may have succeeded.
     *
     * @param doing the operation, to follow "MongoDB cannot", for example {@code save the checkpoint}
     * @throws TransientServerException when the time is up
     * @throws RuntimeException of the operation for any other reason
     */
    public <T> T call(String doing, Supplier<T> operation) {
        RetryTimer timer = timer(doing);
        while (true) {
            try {
                T result = operation.get();
                timer.succeeded();
                return result;
            } catch (RuntimeException failure) {
                timer.pauseOrThrow(failure);
            }
        }
    }

    /** As {@link #call}, for an operation without a result. */
    public void run(String doing, Runnable operation) {
        call(doing, () -> {
            operation.run();
            return true;
        });
    }

    /** Returns the timer of one operation whose caller makes the attempts. */
    public RetryTimer timer(String doing) {
        return new RetryTimer(doing, this);
    }

    /**
     * Returns the time that this thread has waited for servers after transient errors since its start, from the first failure
     * of an operation to its last pause.
     */
    public static long nanosWaitedByThisThread() {
        return WAITED_NANOS.get()[0];
    }

    Duration allowed() {
        if (state.exhausted) {
            return Duration.ZERO;
        }
        return state.hurried && allowed.compareTo(IN_A_HURRY) > 0 ? IN_A_HURRY : allowed;
    }

    /** State of the server and the process. */
    private static final class State {
        private volatile boolean hurried;
        private volatile boolean exhausted;
    }

    /**
     * Retry timer of one operation: pauses that double from 100 ms to 2 s, until the allowed time has passed. The last pause
     * ends with that time, so that the last attempt starts no later. Used by one thread.
     */
    public static final class RetryTimer {

        private static final Logger LOG = LoggerFactory.getLogger(RetryTimer.class);

        private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(100).toNanos();
        private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

        private final String doing;
        private final RetryBudget budget;
        private final LongSupplier clock;
        private final Sleeper sleeper;

        private long pauseNanos = FIRST_PAUSE_NANOS;
        private long failingSinceNanos;
        private long waitedUntilNanos;
        private boolean failing;

        RetryTimer(String doing, RetryBudget budget) {
            this(doing, budget, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
        }

        /** @param clock nanoseconds that only increase */
        RetryTimer(String doing, RetryBudget budget, LongSupplier clock, Sleeper sleeper) {
            this.doing = doing;
            this.budget = budget;
            this.clock = clock;
            this.sleeper = sleeper;
        }

        /** Resets the time, because the server answered. */
        public void succeeded() {
            failing = false;
            pauseNanos = FIRST_PAUSE_NANOS;
            budget.state.exhausted = false;
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
            long leftNanos = budget.allowed().toNanos() - (now - failingSinceNanos);
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
            WAITED_NANOS.get()[0] += nanos - waitedUntilNanos;
            waitedUntilNanos = nanos;
        }

        /** Returns the exception to throw when the time is up; from now on other operations are attempted once each. */
        public TransientServerException expired(MongoException error) {
            budget.state.exhausted = true;
            return TransientServerException.expired(
                    doing, Duration.ofNanos(clock.getAsLong() - failingSinceNanos), error);
        }

        /** Pauses; throws the failure itself if it is not a transient error. */
        private void pauseOrThrow(RuntimeException failure) {
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

    /** A transient error of the server lasted longer than the retries. What was not written is sent by the next run. */
    public static final class TransientServerException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private static final int LONGEST_TEXT = 200;

        /** A shorter wait would be shown as 0.0 s. */
        private static final int SHORTEST_WAIT_MILLIS = 50;

        private TransientServerException(String message, MongoException error) {
            super(message, error);
        }

        static TransientServerException expired(String doing, Duration waited, MongoException error) {
            return new TransientServerException(
                    String.format(
                            Locale.ROOT,
                            "MongoDB could not %s%s: %s. The same command continues the import when MongoDB can do it again",
                            doing,
                            waited.toMillis() < SHORTEST_WAIT_MILLIS
                                    ? ""
                                    : String.format(Locale.ROOT, " for %.1f s", waited.toMillis() / 1000.0),
                            oneLine(error)),
                    error);
        }

        private static TransientServerException interrupted(String doing, MongoException error) {
            return new TransientServerException(
                    "The import was interrupted while it waited for MongoDB, which could not %s: %s. The same command continues it"
                            .formatted(doing, oneLine(error)),
                    error);
        }

        /** Returns the server's code and the first line of its text, shortened if it is long. */
        private static String oneLine(MongoException error) {
            String message =
                    String.valueOf(error.getMessage()).lines().findFirst().orElse("");
            Optional<String> right = ServerStates.missingRight(message);
            if (right.isPresent()) {
                return right.get();
            }
            String shortened = message.length() > LONGEST_TEXT ? message.substring(0, LONGEST_TEXT) + "…" : message;
            return error.getCode() > 0 ? "code %d: %s".formatted(error.getCode(), shortened) : shortened;
        }
    }
}
