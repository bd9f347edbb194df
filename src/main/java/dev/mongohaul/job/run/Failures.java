package dev.mongohaul.job.run;

import com.mongodb.MongoException;
import java.util.Optional;
import org.springframework.batch.core.step.FatalStepExecutionException;

/** What of a failure a person wants to know: the exception below the framework's wrappers, in one line. */
final class Failures {

    private static final int LONGEST = 1000;

    private Failures() {}

    /** The first cause that the framework did not make. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause instanceof FatalStepExecutionException
                        || cause.getClass().getName().startsWith("org.springframework."))) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** One line: the message, with the kind of failure where the message alone would not tell. */
    static String describe(Throwable cause) {
        String message = Optional.ofNullable(cause.getMessage())
                .flatMap(text -> text.lines().findFirst())
                .orElse("no further message");
        boolean ours = cause.getClass().getName().startsWith("dev.mongohaul.");
        String line = ours ? message : kind(cause) + ": " + message;
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }

    private static String kind(Throwable cause) {
        return cause instanceof MongoException ? "MongoDB" : cause.getClass().getSimpleName();
    }
}
