package dev.mongohaul.repository;

/** Another process has taken the import over: this one must not write any more. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LeaseLostException(String key) {
        super("This import (%s…) was taken over by another process; this one stops without writing any more"
                .formatted(key.substring(0, Math.min(12, key.length()))));
    }
}
