package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long everything that an import does waits for a server in trouble: a step-down, a restart, a broken network.
 *
 * <p>The time is given once per trouble, and not once per operation: when one operation has waited in vain, the others
 * are tried once each until one succeeds, so that a run whose server stays away ends soon after. Nor is there time left
 * once the process is told to end: see {@link #hurry()}. Thread-safe; one instance serves all threads.
 */
public final class RetryBudget {

    /** Waits for nothing: every operation is tried once. */
    public static final RetryBudget NONE = new RetryBudget(Duration.ZERO);

    /** What a hurried wait may still take: a restart of a server on the same machine, most elections. */
    private static final Duration IN_A_HURRY = Duration.ofSeconds(3);

    private final Duration allowed;
    private final Mood mood;

    /** Waits so long from the first failure of an operation on. */
    public RetryBudget(Duration allowed) {
        this(allowed, new Mood());
    }

    private RetryBudget(Duration allowed, Mood mood) {
        this.allowed = allowed;
        this.mood = mood;
    }

    /** This patience for operations that may take another time; what is learnt of the server is learnt for both. */
    public RetryBudget lasting(Duration otherTime) {
        return new RetryBudget(otherTime, mood);
    }

    /** From now on the server is waited for {@code 3 s} at most: somebody waits for the process to end. */
    public void hurry() {
        mood.hurried = true;
    }

    /**
     * Carries out an operation that does no harm when it is carried out twice: it is repeated while the server is in
     * trouble, also where nobody knows whether an attempt succeeded.
     *
     * @param doing what MongoDB is asked to do, to follow "MongoDB cannot", for example {@code save the checkpoint}
     * @throws TransientServerException when the time is up
     * @throws RuntimeException what the operation throws for any other reason
     */
    public <T> T call(String doing, Supplier<T> operation) {
        RetryTimer ride = rideThrough(doing);
        while (true) {
            try {
                T result = operation.get();
                ride.succeeded();
                return result;
            } catch (RuntimeException failure) {
                ride.pauseOrThrow(failure);
            }
        }
    }

    /** As {@link #call}, of an operation without a result. */
    public void run(String doing, Runnable operation) {
        call(doing, () -> {
            operation.run();
            return true;
        });
    }

    /** The wait of one operation whose attempts its caller makes. */
    public RetryTimer rideThrough(String doing) {
        return new RetryTimer(doing, this);
    }

    Duration allowed() {
        if (mood.exhausted) {
            return Duration.ZERO;
        }
        return mood.hurried && allowed.compareTo(IN_A_HURRY) > 0 ? IN_A_HURRY : allowed;
    }

    void succeeded() {
        mood.exhausted = false;
    }

    /** What to tell when the time is up; from now on other operations are tried once each. */
    TransientServerException exhausted(String doing, Duration waited, MongoException trouble) {
        mood.exhausted = true;
        return TransientServerException.waitedFor(doing, waited, trouble);
    }

    static MongoException troubleIn(RuntimeException failure) {
        if (!ServerStates.isServerState(failure)) {
            throw failure;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MongoException trouble) {
                return trouble;
            }
        }
        throw failure;
    }

    /** What was learnt of the server and its user. */
    private static final class Mood {

        private volatile boolean hurried;
        private volatile boolean exhausted;
    }

    /**
     * The waiting of one operation: pauses that double from 100 ms to 2 s, until the time allowed has passed. The last pause
     * ends with that time, so that the last attempt starts no later. Used by one thread.
     */
    public static final class RetryTimer {

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

    /** The server was in trouble for longer than it is waited for. Nothing that was not written is forgotten. */
    public static final class TransientServerException extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private static final int LONGEST_TEXT = 200;

        private TransientServerException(String message, MongoException trouble) {
            super(message, trouble);
        }

        static TransientServerException waitedFor(String doing, Duration waited, MongoException trouble) {
            return new TransientServerException(
                    String.format(
                            Locale.ROOT,
                            "MongoDB could not %s for %.1f s: %s. The same command continues the import when it can again",
                            doing,
                            waited.toMillis() / 1000.0,
                            oneLine(trouble)),
                    trouble);
        }

        static TransientServerException interrupted(String doing, MongoException trouble) {
            return new TransientServerException(
                    "The import was interrupted while it waited for MongoDB, which could not %s: %s. The same command continues it"
                            .formatted(doing, oneLine(trouble)),
                    trouble);
        }

        /** The server's code and the first line of its text, cut where it is long. */
        static String oneLine(MongoException trouble) {
            String message =
                    String.valueOf(trouble.getMessage()).lines().findFirst().orElse("");
            String shortened = message.length() > LONGEST_TEXT ? message.substring(0, LONGEST_TEXT) + "…" : message;
            return trouble.getCode() > 0 ? "code %d: %s".formatted(trouble.getCode(), shortened) : shortened;
        }
    }

    /**
     * How long each thread has waited for servers in trouble, from the first failure of an operation to its last pause; like a
     * thread's processor time it only grows, so that a difference is what part of the work took.
     */
    public static final class WaitedTime {

        private static final ThreadLocal<long[]> NANOS = ThreadLocal.withInitial(() -> new long[1]);

        private WaitedTime() {}

        /** Since the thread began. */
        public static long nanosOfThisThread() {
            return NANOS.get()[0];
        }

        static void add(long nanos) {
            NANOS.get()[0] += nanos;
        }
    }
}
