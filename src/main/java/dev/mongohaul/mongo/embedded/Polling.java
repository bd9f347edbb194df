package dev.mongohaul.mongo.embedded;

import dev.mongohaul.waiting.Backoff;
import dev.mongohaul.waiting.Pauses;
import java.time.Duration;

/** Polls of the embedded server. */
final class Polling {

    /** Short compared to the quarter second that a server takes to start. */
    private static final Backoff POLL = Backoff.of(Duration.ofMillis(20));

    private Polling() {}

    /** Returns the pauses of a wait that ends so long after the first unsuccessful poll. */
    static Pauses until(Duration timeout) {
        return new Pauses(timeout, POLL);
    }
}
