package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.target.TargetRefusedException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Reason why a request is not carried out.
 *
 * @param message for the user
 */
public record Refusal(RefusalKind kind, String message) {

    private static final List<Class<?>> WRONG = List.of(
            JobFileException.class, JobRefusedException.class, InputException.class, TargetRefusedException.class);
    private static final List<Class<?>> CONFLICT =
            List.of(RunRefusedException.class, ImportRefusedException.class, ImportRunningException.class);

    /** Returns the refusal with the message of the first cause that has one for the user. */
    public static Refusal of(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(cause -> kindOf(cause) != RefusalKind.FAILED)
                .findFirst()
                .map(cause -> new Refusal(kindOf(cause), String.valueOf(cause.getMessage())))
                .orElseGet(() -> new Refusal(RefusalKind.FAILED, Failures.describe(Failures.cause(failure))));
    }

    /** Returns the kind of an exception, without its causes. */
    public static RefusalKind kindOf(Throwable failure) {
        if (WRONG.contains(failure.getClass())) {
            return RefusalKind.WRONG;
        }
        return CONFLICT.contains(failure.getClass()) ? RefusalKind.CONFLICT : RefusalKind.FAILED;
    }
}
