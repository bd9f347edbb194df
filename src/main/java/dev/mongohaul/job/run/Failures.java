package dev.mongohaul.job.run;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.mongo.TransientServerException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.step.FatalStepExecutionException;

/** Text of a failure for the user: the cause below the framework's wrappers, in one line. */
public final class Failures {

    private static final int LONGEST = 1000;

    /** Beginning of what the server, or the way to it, has refused: also that of a {@link TransientServerException}. */
    private static final String SERVER = "MongoDB";

    private Failures() {}

    /** Returns whether a reason, as {@link #describe} has it, is one of the server and not of the job or its input. */
    public static boolean isOfServer(String reason) {
        return reason.startsWith(SERVER);
    }

    /** Returns the first cause that the framework did not create. */
    public static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause instanceof FatalStepExecutionException
                        || cause.getClass().getName().startsWith("org.springframework."))) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns one line: the message, with the type of the failure if it is not one of this program. */
    public static String describe(Throwable cause) {
        String line = cause instanceof MongoException mongo ? SERVER + ": " + describe(mongo) : describeOther(cause);
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }

    /**
     * Returns the driver's message without the state of the cluster, the full response and the user, which the driver
     * adds.
     */
    private static String describe(MongoException exception) {
        if (exception instanceof MongoCommandException command) {
            return ServerStates.missingRight(command.getErrorMessage())
                    .orElseGet(() -> "%s (error %s, %s)"
                            .formatted(
                                    firstLine(command.getErrorMessage()),
                                    Integer.toString(command.getErrorCode()),
                                    command.getErrorCodeName()));
        }
        if (exception instanceof MongoSecurityException) {
            return "user or password was refused; check both, and authSource";
        }
        if (exception instanceof MongoTimeoutException) {
            String message = firstLine(exception.getMessage());
            int cluster = message.indexOf(". Client view of cluster state");
            return cluster < 0 ? message : "no usable server was found in time; is it running, and has it a primary?";
        }
        return withReason(exception);
    }

    private static String describeOther(Throwable cause) {
        boolean ours = cause.getClass().getName().startsWith("dev.mongohaul.");
        return ours ? firstLine(cause.getMessage()) : cause.getClass().getSimpleName() + ": " + withReason(cause);
    }

    private static String withReason(Throwable exception) {
        String message = firstLine(exception.getMessage());
        Throwable reason = exception.getCause();
        return reason == null || reason.getMessage() == null || message.contains(reason.getMessage())
                ? message
                : message + " (" + firstLine(reason.getMessage()) + ")";
    }

    private static String firstLine(@Nullable String message) {
        return Optional.ofNullable(message)
                .flatMap(text -> text.lines().findFirst())
                .orElse("no further message");
    }
}
