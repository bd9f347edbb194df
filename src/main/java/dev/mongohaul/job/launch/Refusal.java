package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFileException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

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
