package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.text.NearestName;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command that shows the help of another one. */
@Command(
        name = "help",
        description = "Show the help of a command, or a page of the manual.",
        exitCodeList = {"0:completed", "1:failed", "2:there is no such command or page"},
        footer = {"  mongohaul help import", "  mongohaul help recipes"})
final class HelpCommand extends ConsoleCommand {

    @Parameters(arity = "0..*", paramLabel = "COMMAND|PAGE", description = "Command and its sub-command, or a page.")
    private List<String> names = List.of();

    @Override
    public Integer call() {
        CommandLine command = spec.root().commandLine();
        String topic = names.size() == 1 && !command.getSubcommands().containsKey(names.get(0)) ? names.get(0) : "";
        if (ManualPage.TOPICS.contains(topic)) {
            out().print(ManualPage.text(topic, Help.width()));
            return ExitCode.COMPLETED.value();
        }
        if (NearestName.of(topic, command.getSubcommands().keySet()).isEmpty()) {
            NearestName.of(topic, ManualPage.TOPICS).ifPresent(near -> {
                throw new UsageException("There is no page \"%s\" (did you mean %s?)".formatted(topic, near));
            });
        }
        String pages = ManualPage.naming(topic);
        if (!pages.isEmpty()
                && NearestName.of(topic, command.getSubcommands().keySet()).isEmpty()) {
            err().printf("There is no page \"%s\". These have the word:%n%s%n", topic, pages);
            return ExitCode.USAGE.value();
        }
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
