package dev.mongohaul.job.control;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.run.ImportRefusedException;
import dev.mongohaul.job.run.ImportRunningException;
import dev.mongohaul.job.step.Failures;
import dev.mongohaul.job.target.TargetRefusedException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Why something that was asked for is not done.
 *
 * @param message for people
 */
public record Refusal(Kind kind, String message) {

    private static final List<Class<?>> WRONG = List.of(
            JobFileException.class, JobRefusedException.class, InputException.class, TargetRefusedException.class);
    private static final List<Class<?>> CONFLICT =
            List.of(RunRefusedException.class, ImportRefusedException.class, ImportRunningException.class);

    /** Whose turn it is. */
    public enum Kind {
        /** What was asked for is wrong: job file, parameter or input. Nothing was read or written. */
        WRONG,
        /** It is right, and something else is in its way. Nothing was read or written. */
        CONFLICT,
        /** It could not be done. */
        FAILED
    }

    /** In the words of the first cause that has words for people. */
    public static Refusal of(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(cause -> isAny(WRONG, cause) || isAny(CONFLICT, cause))
                .findFirst()
                .map(cause -> new Refusal(
                        isAny(WRONG, cause) ? Kind.WRONG : Kind.CONFLICT, String.valueOf(cause.getMessage())))
                .orElseGet(() -> new Refusal(Kind.FAILED, Failures.describe(Failures.cause(failure))));
    }

    private static boolean isAny(List<Class<?>> types, Throwable cause) {
        return types.stream().anyMatch(type -> type.isInstance(cause));
    }
}
