package dev.mongohaul.mongo.embedded;

import java.time.Duration;

/** Time limit of a polling wait. */
record Deadline(long nanos) {

    /** Short compared to the quarter second that a server takes to start. */
    private static final Duration POLL = Duration.ofMillis(20);

    static Deadline after(Duration timeout) {
        return new Deadline(System.nanoTime() + timeout.toNanos());
    }

    /** Pauses before the next poll; returns false if the time is up or the thread was interrupted (the flag stays set). */
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
