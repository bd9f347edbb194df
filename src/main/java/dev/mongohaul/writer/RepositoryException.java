package dev.mongohaul.writer;

/** A repository of an entity cannot be used, with a message for its author. */
public final class RepositoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RepositoryException(String message, Exception cause) {
        super(message, cause);
    }
}
