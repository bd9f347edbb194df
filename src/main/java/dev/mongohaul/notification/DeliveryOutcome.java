package dev.mongohaul.notification;

/** Whether to send it again. */
enum DeliveryOutcome {
    /** The receiver accepted it. */
    DELIVERED,
    /** The receiver refused it, and will refuse it again. */
    REFUSED,
    /** A later attempt may succeed. */
    LATER
}
