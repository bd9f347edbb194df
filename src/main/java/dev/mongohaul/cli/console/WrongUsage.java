package dev.mongohaul.cli.console;

import dev.mongohaul.mongo.UriPassword;
import dev.mongohaul.text.NearestName;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Messages about a command line that cannot be parsed. */
public final class WrongUsage {

    /** The replacement of a byte that is not a character in the process's locale. */
    private static final char UNDECODABLE = '\uFFFD';

    private WrongUsage() {}

    /** Returns a message about an argument that no command accepts. */
    public static Optional<String> in(String... arguments) {
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

    /** Prints the finding of the parser. */
    public static int report(ParameterException exception, PrintWriter err) {
        CommandLine command = exception.getCommandLine();
        if (exception instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            reportUnmatched(unmatched, command, err);
        } else {
            err.println(exception.getMessage());
            UnmatchedArgumentException.printSuggestions(exception, err);
        }
        err.printf("Try '%s --help'.%n", command.getCommandSpec().qualifiedName());
        return ExitCode.USAGE.value();
    }

    private static void reportUnmatched(UnmatchedArgumentException unmatched, CommandLine command, PrintWriter err) {
        String argument = unmatched.getUnmatched().get(0);
        if (command.getParent() == null) {
            Set<String> known = command.getSubcommands().keySet();
            err.printf(
                    "There is no command \"%s\"%s. Commands are %s.%n",
                    argument, NearestName.hint(argument, known), String.join(", ", known));
        } else {
            err.printf("\"%s\" is one argument too many.%n", argument);
        }
    }
}
