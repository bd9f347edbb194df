package dev.mongohaul.broker;

/**
 * Text that was received.
 *
 * @param id the same whenever the same text is delivered again
 * @param text empty for a message that is not a short text
 */
public record ReceivedMessage(String id, String text) {}
