package dev.mongohaul.mongo;

/** A MongoDB address that cannot be used; the message never has a part of the address that could be secret. */
public final class InvalidAddressException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidAddressException(String message) {
        super(message);
    }
}
