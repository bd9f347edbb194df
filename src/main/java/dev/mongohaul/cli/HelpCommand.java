package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.run.ConsoleCommand;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command that shows the help of another one. */
@Command(
        name = "help",
        description = "Show the help of a command.",
        exitCodeList = {"0:completed", "1:failed", "2:there is no such command"},
        footer = {"  mongohaul help import", "  mongohaul help compare page"})
final class HelpCommand extends ConsoleCommand {

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Command and its sub-command.")
    private List<String> names = List.of();

    @Override
    public Integer call() {
        CommandLine command = spec.root().commandLine();
        for (String name : names) {
            CommandLine inner = command.getSubcommands().get(name);
            if (inner == null) {
                throw new UnmatchedArgumentException(command, List.of(name));
            }
            command = inner;
        }
        command.usage(out());
        return ExitCode.COMPLETED.value();
    }
}
