package dev.mongohaul.notification;

import java.time.Duration;

/**
 * Result of an attempt to send a notification.
 *
 * @param answer human-readable, without secrets
 * @param pause minimum delay before the next attempt, as the receiver asks
 */
record Delivery(DeliveryOutcome outcome, String answer, Duration pause) {

    static Delivery of(DeliveryOutcome outcome, String answer) {
        return new Delivery(outcome, answer, Duration.ZERO);
    }
}
