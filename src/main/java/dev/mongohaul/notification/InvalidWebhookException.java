package dev.mongohaul.notification;

/** A webhook that cannot be used; the message never has a part of it that could be secret. */
public final class InvalidWebhookException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidWebhookException(String message) {
        super(message);
    }
}
