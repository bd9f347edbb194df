package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.Locale;

/** The server was in trouble for longer than it is waited for. Nothing that was not written is forgotten. */
public final class TransientServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_TEXT = 200;

    private TransientServerException(String message, MongoException trouble) {
        super(message, trouble);
    }

    static TransientServerException waitedFor(String doing, Duration waited, MongoException trouble) {
        return new TransientServerException(
                String.format(
                        Locale.ROOT,
                        "MongoDB could not %s for %.1f s: %s. The same command continues the import when it can again",
                        doing,
                        waited.toMillis() / 1000.0,
                        oneLine(trouble)),
                trouble);
    }

    static TransientServerException interrupted(String doing, MongoException trouble) {
        return new TransientServerException(
                "The import was interrupted while it waited for MongoDB, which could not %s: %s. The same command continues it"
                        .formatted(doing, oneLine(trouble)),
                trouble);
    }

    /** The server's code and the first line of its text, cut where it is long. */
    static String oneLine(MongoException trouble) {
        String message =
                String.valueOf(trouble.getMessage()).lines().findFirst().orElse("");
        String shortened = message.length() > LONGEST_TEXT ? message.substring(0, LONGEST_TEXT) + "…" : message;
        return trouble.getCode() > 0 ? "code %d: %s".formatted(trouble.getCode(), shortened) : shortened;
    }
}
