package dev.mongohaul.notification;

import java.time.Duration;

/**
 * What became of sending a notice.
 *
 * @param answer for people, without anything that could be secret
 * @param pause how long the receiver asks to be left alone
 */
record Delivery(Outcome outcome, String answer, Duration pause) {

    /** Whether it has to be sent again. */
    enum Outcome {
        /** The receiver has it. */
        DELIVERED,
        /** The receiver does not want it, and will not another time. */
        REFUSED,
        /** It may succeed another time. */
        LATER
    }

    static Delivery of(Outcome outcome, String answer) {
        return new Delivery(outcome, answer, Duration.ZERO);
    }
}
