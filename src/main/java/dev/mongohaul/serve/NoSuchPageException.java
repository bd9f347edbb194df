package dev.mongohaul.serve;

/** There is no such page; the message says where others are. */
final class NoSuchPageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoSuchPageException(String message) {
        super(message);
    }
}
