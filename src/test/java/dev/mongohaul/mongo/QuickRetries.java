package dev.mongohaul.mongo;

import java.time.Duration;
import java.util.Random;

/** Retries without long pauses, for tests whose server fails a few times. */
public final class QuickRetries {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);

    private QuickRetries() {}

    /** Returns a budget whose pauses begin with 1 ms. */
    public static RetryBudget lasting(Duration allowed) {
        return new RetryBudget(allowed, FIRST_PAUSE, new Random(1));
    }

    /** Returns a budget of the same time, whose pauses begin with 1 ms. */
    public static RetryBudget like(RetryBudget other) {
        return lasting(other.allowed());
    }
}
