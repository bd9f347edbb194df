package dev.mongohaul.cli;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.read.JobFileException;
import dev.mongohaul.job.run.ImportRefusedException;
import dev.mongohaul.job.run.ImportRunningException;
import java.io.PrintWriter;
import org.springframework.core.NestedExceptionUtils;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells a failure to a person, and gives its exit code. A stack trace only where {@code MONGOHAUL_DEBUG} is set. */
final class Failure {

    private Failure() {}

    static int usage(ParameterException exception) {
        CommandLine command = exception.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(exception.getMessage());
        UnmatchedArgumentException.printSuggestions(exception, err);
        err.printf("Try '%s --help'.%n", command.getCommandSpec().qualifiedName());
        return ExitCode.USAGE.value();
    }

    static int passwordOnCommandLine(PrintWriter err) {
        err.println(
                "A password on the command line can be read by every user of this machine. Put the connection string"
                        + " into MONGODB_URI, or into a file named by --mongodb-uri-file.");
        return ExitCode.USAGE.value();
    }

    static int report(Exception exception, PrintWriter err) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(exception);
        if (System.getenv("MONGOHAUL_DEBUG") != null) {
            exception.printStackTrace(err);
        }
        for (Throwable known = exception; known != null; known = known.getCause()) {
            if (isUsage(known)) {
                err.println(known.getMessage());
                return ExitCode.USAGE.value();
            }
            if (known instanceof ImportRunningException) {
                err.println(known.getMessage());
                return ExitCode.RUNNING_ELSEWHERE.value();
            }
            if (isOurs(known)) {
                err.println(known.getMessage());
                return ExitCode.FAILED.value();
            }
        }
        err.printf("%s: %s%n", cause.getClass().getSimpleName(), cause.getMessage());
        return ExitCode.FAILED.value();
    }

    private static boolean isUsage(Throwable known) {
        return known instanceof JobFileException
                || known instanceof JobRefusedException
                || known instanceof InputException
                || known instanceof ImportRefusedException
                || known instanceof UsageException;
    }

    private static boolean isOurs(Throwable known) {
        return known.getClass().getName().startsWith("dev.mongohaul.");
    }
}
