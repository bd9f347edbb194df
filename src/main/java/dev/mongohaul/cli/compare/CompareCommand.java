package dev.mongohaul.cli.compare;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the commands that measure settings on the user's own data and server. */
@Command(
        name = "compare",
        description = "Measure settings with your data, on your server, in databases that are thrown away.",
        synopsisSubcommandLabel = "SUITE",
        subcommands = {LimitCommand.class, StockStepCommand.class})
public final class CompareCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new ParameterException(spec.commandLine(), "Name what to compare: limit.");
    }
}
