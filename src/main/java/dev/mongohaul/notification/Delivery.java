package dev.mongohaul.notification;

import java.time.Duration;

/**
 * Result of an attempt to send a notification.
 *
 * @param answer human-readable, without secrets
 * @param pause minimum delay before the next attempt, as the receiver asks
 */
record Delivery(Outcome outcome, String answer, Duration pause) {

    /** Whether to send it again. */
    enum Outcome {
        /** The receiver accepted it. */
        DELIVERED,
        /** The receiver refused it, and will refuse it again. */
        REFUSED,
        /** A later attempt may succeed. */
        LATER
    }

    static Delivery of(Outcome outcome, String answer) {
        return new Delivery(outcome, answer, Duration.ZERO);
    }
}
