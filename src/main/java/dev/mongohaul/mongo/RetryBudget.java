package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.function.Supplier;

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
}
