package dev.mongohaul.mongo.embedded;

import java.time.Duration;

/** The end of a wait that looks again and again. */
final class Deadline {

    /** Short beside the quarter second that a server takes to start. */
    private static final Duration POLL = Duration.ofMillis(20);

    private final long nanos;

    private Deadline(long nanos) {
        this.nanos = nanos;
    }

    static Deadline after(Duration timeout) {
        return new Deadline(System.nanoTime() + timeout.toNanos());
    }

    /** Pauses before the next look; false when the time is over or the thread was interrupted (which stays set). */
    boolean pause() {
        if (System.nanoTime() - nanos > 0) {
            return false;
        }
        try {
            Thread.sleep(POLL.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
