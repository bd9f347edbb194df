package dev.mongohaul.serve;

/** Reports that there is no page at the address. */
final class NoSuchPageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoSuchPageException(String message) {
        super(message);
    }
}
