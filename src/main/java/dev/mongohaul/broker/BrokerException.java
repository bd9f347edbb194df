package dev.mongohaul.broker;

/** Exception for a broker that does not answer, or refuses. The message is for users. */
public final class BrokerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BrokerException(String message) {
        super(message);
    }
}
