package dev.mongohaul;

import dev.mongohaul.cli.MongohaulCommand;

/** The program's entry. */
public final class Mongohaul {

    private Mongohaul() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(MongohaulCommand.execute(arguments));
    }
}
