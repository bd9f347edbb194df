package dev.mongohaul.cli.console;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.control.RunRefusedException;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.run.ImportRefusedException;
import dev.mongohaul.job.run.ImportRunningException;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.mongo.InvalidAddressException;
import dev.mongohaul.serve.access.InvalidAccessException;
import dev.mongohaul.serve.notice.InvalidWebhookException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Tells a failure to a person, and gives its exit code. A stack trace only in {@link Debugging}. */
public final class Failure {

    private Failure() {}

    /** Tells it in the words of the first cause that has words for people. */
    public static int report(Exception exception, PrintWriter err) {
        if (Debugging.on()) {
            exception.printStackTrace(err);
        }
        if (StandardOutput.OF_PROCESS.failed()) {
            return ExitCode.COMPLETED.value();
        }
        Optional<Throwable> told = first(exception, Failure::isForPeople);
        err.println(told.map(Throwable::getMessage).orElseGet(() -> unexpected(exception)));
        return told.map(Failure::exitCode).orElse(ExitCode.FAILED).value();
    }

    private static ExitCode exitCode(Throwable told) {
        if (told instanceof ImportRunningException) {
            return ExitCode.RUNNING_ELSEWHERE;
        }
        return isUsage(told) ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static boolean isUsage(Throwable told) {
        return told instanceof UsageException
                || told instanceof RunRefusedException
                || told instanceof JobFileException
                || told instanceof JobRefusedException
                || told instanceof InputException
                || told instanceof ImportRefusedException
                || told instanceof TargetRefusedException
                || told instanceof InvalidAddressException
                || told instanceof InvalidAccessException
                || told instanceof InvalidWebhookException;
    }

    private static boolean isForPeople(Throwable known) {
        return known.getClass().getName().startsWith("dev.mongohaul.");
    }

    /** By name, since a mistake of the command line is told without loading the driver, which lists all it tried. */
    private static boolean isLostConnection(Throwable known) {
        String name = known.getClass().getName();
        return name.startsWith("com.mongodb.MongoTimeout") || name.startsWith("com.mongodb.MongoSocket");
    }

    /** One line of the innermost cause: those around it repeat it. */
    private static String unexpected(Exception exception) {
        if (first(exception, Failure::isLostConnection).isPresent()) {
            return "The connection to MongoDB was lost and did not come back in time. What is written stays written;"
                    + " the same command goes on from there.";
        }
        Throwable cause = first(exception, known -> known.getCause() == null).orElse(exception);
        String message = Optional.ofNullable(cause.getMessage())
                .flatMap(text -> text.lines().findFirst())
                .orElse("no further message");
        return "%s: %s (MONGOHAUL_DEBUG=1 shows more)"
                .formatted(cause.getClass().getSimpleName(), message);
    }

    private static Optional<Throwable> first(Throwable exception, Predicate<Throwable> which) {
        return Stream.iterate(exception, Objects::nonNull, Throwable::getCause)
                .filter(which)
                .findFirst();
    }
}
