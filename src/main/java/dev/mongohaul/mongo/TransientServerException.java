package dev.mongohaul.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A transient error of the server lasted longer than the retries. What was not written is sent by the next run. */
public final class TransientServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST_TEXT = 200;

    /** A shorter wait would be shown as 0.0 s. */
    private static final int SHORTEST_WAIT_MILLIS = 50;

    private final String problem;

    private TransientServerException(String problem, String next, MongoException error) {
        super(problem + ". " + next, error);
        this.problem = problem;
    }

    /** Returns the message of a failure without what a command is to do next, for a process that tries again by itself. */
    public static String problem(RuntimeException failure) {
        return failure instanceof TransientServerException server
                ? server.problem
                : String.valueOf(failure.getMessage());
    }

    static TransientServerException expired(String doing, Duration waited, MongoException error) {
        return new TransientServerException(
                String.format(
                        Locale.ROOT,
                        "MongoDB could not %s%s: %s",
                        doing,
                        waited.toMillis() < SHORTEST_WAIT_MILLIS
                                ? ""
                                : String.format(Locale.ROOT, " for %.1f s", waited.toMillis() / 1000.0),
                        oneLine(error)),
                "The same command continues the import when MongoDB can do it again",
                error);
    }

    static TransientServerException interrupted(String doing, MongoException error) {
        return new TransientServerException(
                "The import was interrupted while it waited for MongoDB, which could not %s: %s"
                        .formatted(doing, oneLine(error)),
                "The same command continues it",
                error);
    }

    /** Returns the server's code and the first line of its text, shortened if it is long. */
    static String oneLine(MongoException error) {
        // The driver's message of a command that failed has the whole response.
        String text = error instanceof MongoCommandException command ? command.getErrorMessage() : error.getMessage();
        String message = String.valueOf(text).lines().findFirst().orElse("");
        Optional<String> right = ServerStates.missingRight(message);
        if (right.isPresent()) {
            return right.get();
        }
        String shortened = message.length() > LONGEST_TEXT ? message.substring(0, LONGEST_TEXT) + "…" : message;
        return error.getCode() > 0 ? "code %d: %s".formatted(error.getCode(), shortened) : shortened;
    }
}
