package dev.mongohaul.mongo.embedded;

/** No usable {@code mongod} on this machine; the message names the ways to get one. */
public final class MongodNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MongodNotFoundException(String message) {
        super(message);
    }
}
