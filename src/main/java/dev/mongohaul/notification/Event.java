package dev.mongohaul.notification;

/**
 * Event that is reported to the receivers.
 *
 * @param word one of the {@code events} of the JSON; that of the run's status or of the slot's state if it is one
 * @param text predicate of a sentence about the slot, on one line
 */
record Event(String word, String text) {}
