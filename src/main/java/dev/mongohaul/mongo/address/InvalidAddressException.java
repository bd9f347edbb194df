package dev.mongohaul.mongo.address;

/** A MongoDB address is invalid; the message never contains a part of the address that could be secret. */
public final class InvalidAddressException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidAddressException(String message) {
        super(message);
    }
}
