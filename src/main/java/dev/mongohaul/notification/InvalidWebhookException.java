package dev.mongohaul.notification;

/** Refusal of an invalid webhook; the message has no part of it that could be secret. */
public final class InvalidWebhookException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidWebhookException(String message) {
        super(message);
    }
}
