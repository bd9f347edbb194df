package dev.mongohaul.cli.console;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.launch.ImportLauncher.ImportRunningException;
import dev.mongohaul.job.launch.ImportRefusedException;
import dev.mongohaul.job.launch.RunControl.RunRefusedException;
import dev.mongohaul.job.launch.TargetCollection.TargetRefusedException;
import dev.mongohaul.mongo.MongoAddress.InvalidAddressException;
import dev.mongohaul.notification.Webhook.InvalidWebhookException;
import dev.mongohaul.serve.security.Access.InvalidAccessException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The message and the exit code of a failure. A stack trace is printed only with {@code MONGOHAUL_DEBUG}. */
public final class Failure {

    private Failure() {}

    /** Prints the message of the first own exception, and returns the exit code. */
    public static int report(Exception exception, Invocation invocation) {
        PrintWriter err = invocation.err();
        if (invocation.debug()) {
            exception.printStackTrace(err);
        }
        if (invocation.out().failed()) {
            return ExitCode.COMPLETED.value();
        }
        Optional<Throwable> known = first(exception, Failure::isOwn);
        err.println(known.map(Throwable::getMessage).orElseGet(() -> unexpected(exception)));
        return known.map(Failure::exitCode).orElse(ExitCode.FAILED).value();
    }

    private static ExitCode exitCode(Throwable failure) {
        if (failure instanceof ImportRunningException) {
            return ExitCode.RUNNING_ELSEWHERE;
        }
        return isUsage(failure) ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static boolean isUsage(Throwable failure) {
        return failure instanceof UsageException
                || failure instanceof RunRefusedException
                || failure instanceof JobFileException
                || failure instanceof JobRefusedException
                || failure instanceof InputException
                || failure instanceof ImportRefusedException
                || failure instanceof TargetRefusedException
                || failure instanceof InvalidAddressException
                || failure instanceof InvalidAccessException
                || failure instanceof InvalidWebhookException;
    }

    private static boolean isOwn(Throwable failure) {
        return failure.getClass().getName().startsWith("dev.mongohaul.");
    }

    /** By name, so that a wrong command line does not load the driver. */
    private static boolean isLostConnection(Throwable failure) {
        String name = failure.getClass().getName();
        return name.startsWith("com.mongodb.MongoTimeout") || name.startsWith("com.mongodb.MongoSocket");
    }

    /** Returns one line of the innermost cause. */
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
