package dev.mongohaul.job.launch;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.launch.ImportHistory.ImportRefusedException;
import dev.mongohaul.job.launch.ImportLauncher.ImportRunningException;
import dev.mongohaul.job.launch.RunControl.RunRefusedException;
import dev.mongohaul.job.launch.TargetCollection.TargetRefusedException;
import dev.mongohaul.mongo.ServerStates;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.step.FatalStepExecutionException;

/** Text of a failure for the user: the cause below the framework's wrappers, in one line. */
public final class Failures {

    private static final int LONGEST = 1000;

    private Failures() {}

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
        String line = cause instanceof MongoException mongo ? "MongoDB: " + describe(mongo) : describeOther(cause);
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

    /**
     * Reason why a request is not carried out.
     *
     * @param message for the user
     */
    public record Refusal(Kind kind, String message) {

        private static final List<Class<?>> WRONG = List.of(
                JobFileException.class, JobRefusedException.class, InputException.class, TargetRefusedException.class);
        private static final List<Class<?>> CONFLICT =
                List.of(RunRefusedException.class, ImportRefusedException.class, ImportRunningException.class);

        public enum Kind {
            /** The request is wrong: job file, parameter or input. Nothing was read or written. */
            WRONG,
            /** The request is right, but something is in its way. Nothing was read or written. */
            CONFLICT,
            /** The request failed. */
            FAILED
        }

        /** Returns the refusal with the message of the first cause that has one for the user. */
        public static Refusal of(Throwable failure) {
            return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                    .filter(cause -> kindOf(cause) != Kind.FAILED)
                    .findFirst()
                    .map(cause -> new Refusal(kindOf(cause), String.valueOf(cause.getMessage())))
                    .orElseGet(() -> new Refusal(Kind.FAILED, Failures.describe(Failures.cause(failure))));
        }

        /** Returns the kind of an exception, without its causes. */
        public static Kind kindOf(Throwable failure) {
            if (WRONG.contains(failure.getClass())) {
                return Kind.WRONG;
            }
            return CONFLICT.contains(failure.getClass()) ? Kind.CONFLICT : Kind.FAILED;
        }
    }
}
