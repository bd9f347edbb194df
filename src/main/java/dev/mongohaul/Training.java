package dev.mongohaul;

import dev.mongohaul.cli.MongohaulCommand;
import java.util.ArrayList;
import java.util.List;

/** Commands that one process runs in turn, from which the build of a release makes the AOT cache of its runtime. */
final class Training {

    /** Argument between two commands. */
    private static final String THEN = "then";

    private Training() {}

    /** Runs the commands, until one ends with another exit code than 0, and ends the process with the last code. */
    public static void main(String[] arguments) {
        List<String> command = new ArrayList<>();
        int exitCode = 0;
        for (String argument : arguments) {
            if (!argument.equals(THEN)) {
                command.add(argument);
            } else if (exitCode == 0) {
                exitCode = MongohaulCommand.execute(command.toArray(String[]::new));
                command.clear();
            }
        }
        System.exit(exitCode == 0 ? MongohaulCommand.execute(command.toArray(String[]::new)) : exitCode);
    }
}
