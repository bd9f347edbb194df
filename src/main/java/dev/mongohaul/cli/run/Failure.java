package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.Settings;
import dev.mongohaul.job.launch.ImportRunningException;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RefusalKind;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.mongo.address.InvalidAddressException;
import dev.mongohaul.mongo.address.UriPassword;
import dev.mongohaul.notification.InvalidWebhookException;
import dev.mongohaul.serve.security.InvalidAccessException;
import dev.mongohaul.text.NearestName;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Messages and exit codes of failures and wrong usage. A stack trace is printed only with {@code MONGOHAUL_DEBUG}. */
public final class Failure {

    /** The replacement of a byte that is not a character in the process's locale. */
    private static final char UNDECODABLE = '\uFFFD';

    /** Words of picocli, which name Java's types. */
    private static final Pattern NO_NUMBER = Pattern.compile("is not an? (?:int|long)$");

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
        if (first(exception, Failure::isOfASetting).isPresent()) {
            Optional<String> refusal = Settings.refusal(exception, invocation);
            err.println(refusal.orElseGet(() -> unexpected(exception)));
            return ExitCode.USAGE.value();
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
                || failure instanceof InvalidAddressException
                || failure instanceof InvalidAccessException
                || failure instanceof InvalidWebhookException
                || Refusal.kindOf(failure) != RefusalKind.FAILED;
    }

    private static boolean isOwn(Throwable failure) {
        return failure.getClass().getName().startsWith("dev.mongohaul.");
    }

    /** By name, so that a wrong command line does not load Spring. */
    private static boolean isOfASetting(Throwable failure) {
        String name = failure.getClass().getName();
        return name.startsWith("org.springframework.boot.context.properties.bind.BindException")
                || name.startsWith("org.springframework.boot.context.properties.source.InvalidConfigurationProperty");
    }

    /** By name, so that a wrong command line does not load the driver. */
    private static boolean isLostConnection(Throwable failure) {
        String name = failure.getClass().getName();
        return name.startsWith("com.mongodb.MongoTimeout") || name.startsWith("com.mongodb.MongoSocket");
    }

    private static boolean isOfDriver(Throwable failure) {
        return failure.getClass().getName().startsWith("com.mongodb.");
    }

    private static String unexpected(Exception exception) {
        if (first(exception, Failure::isLostConnection).isPresent()) {
            return "The connection to MongoDB was lost and did not come back in time. What is written stays written;"
                    + " the same command goes on from there.";
        }
        Optional<Throwable> ofServer = first(exception, Failure::isOfDriver);
        if (ofServer.isPresent()) {
            return Failures.describe(ofServer.get()) + ".";
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

    /** Returns a message about an argument that no command accepts. */
    public static Optional<String> wrongArgument(String... arguments) {
        if (Arrays.stream(arguments).anyMatch(UriPassword::isIn)) {
            return Optional.of("A password on the command line can be read by every user of this machine. Put the"
                    + " connection string into MONGODB_URI, or into a file named by --mongodb-uri-file.");
        }
        return Arrays.stream(arguments)
                .filter(argument -> argument.indexOf(UNDECODABLE) >= 0)
                .findFirst()
                .map(argument -> "\"" + argument.replace(UNDECODABLE, '?')
                        + "\" has characters that the locale of this process lacks. Set LC_ALL=C.UTF-8.");
    }

    /**
     * Prints why a command line cannot be parsed, and returns the exit code.
     *
     * @param program with all commands
     */
    public static int report(ParameterException exception, PrintWriter err, Supplier<CommandLine> program) {
        CommandLine command = exception.getCommandLine();
        if (exception instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            reportUnmatched(unmatched, command, err);
        } else if (exception instanceof UnmatchedArgumentException unmatched) {
            String option = unmatched.getUnmatched().get(0).split("=", 2)[0];
            err.printf("There is no option %s.%s%n", option, SettingOptions.advice(command, option, program));
        } else {
            err.println(NO_NUMBER.matcher(exception.getMessage()).replaceFirst("is not a whole number"));
        }
        err.printf("Try '%s --help'.%n", command.getCommandSpec().qualifiedName());
        return ExitCode.USAGE.value();
    }

    private static void reportUnmatched(UnmatchedArgumentException unmatched, CommandLine command, PrintWriter err) {
        String argument = unmatched.getUnmatched().get(0);
        List<String> known = command.getCommandSpec().subcommands().values().stream()
                .filter(inner -> !inner.getCommandSpec().usageMessage().hidden())
                .map(CommandLine::getCommandName)
                .toList();
        if (!known.isEmpty()) {
            err.printf(
                    "There is no command \"%s\"%s. Commands are %s.%n",
                    argument, NearestName.hint(argument, known), String.join(", ", known));
        } else {
            err.printf("\"%s\" is one argument too many.%n", argument);
        }
    }
}
