package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.CompletionWords;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.SettingOptions;
import dev.mongohaul.text.ResourceText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/**
 * Command that prints a script for completion. It does not use picocli's generator, whose scripts do not complete the
 * value of {@code --format=} and take a job for a command of the same name.
 */
@Command(
        name = "completion",
        description = {
            "Print a script that completes commands in your shell.",
            "The script completes commands, options, jobs of the folder jobs, and files. docs/environment.md describes"
                    + " how to load it."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command, or another shell"},
        footer = {
            "  source <(mongohaul completion bash)",
            "  mongohaul completion fish > ~/.config/fish/completions/mongohaul.fish"
        })
final class CompletionCommand extends ConsoleCommand {

    private static final String JOBS = "@JOB";
    private static final String SUITES = "@SUITE";
    private static final String FILES = "@FILE";

    @Parameters(paramLabel = "SHELL", completionCandidates = Shells.class, description = "bash, zsh or fish.")
    private String shell;

    @Override
    public Integer call() {
        Map<String, CommandSpec> commands = new LinkedHashMap<>();
        collect("", spec.root(), commands);
        switch (shell) {
            case "bash", "zsh" -> out().print(bash(commands));
            case "fish" -> out().print(fish(commands));
            default ->
                throw new UsageException(
                        "There is no completion for the shell \"%s\". Use bash, zsh or fish.".formatted(shell));
        }
        return ExitCode.COMPLETED.value();
    }

    private static void collect(String path, CommandSpec command, Map<String, CommandSpec> commands) {
        commands.put(path, command);
        subcommands(command).forEach(inner -> collect((path + " " + inner.name()).strip(), inner, commands));
    }

    private static Stream<CommandSpec> subcommands(CommandSpec command) {
        return command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(inner -> !inner.usageMessage().hidden());
    }

    /** Returns functions for bash. zsh runs them with bashcompinit. A word with = is an option that has a value. */
    private static String bash(Map<String, CommandSpec> commands) {
        StringBuilder script = new StringBuilder("_mongohaul_words() {\n    case $1 in\n");
        commands.forEach((path, command) -> {
            append(script, path, wordsOf(command));
            optionsOf(command).stream()
                    .filter(option -> !valuesOf(option).isEmpty())
                    .forEach(option -> append(script, path + "=" + option.longestName(), valuesOf(option)));
        });
        return script.append("    esac\n}\n")
                .append(ResourceText.of(CompletionCommand.class, "completion.bash"))
                .toString();
    }

    private static void append(StringBuilder script, String key, List<String> words) {
        script.append("        '%s') echo '%s' ;;\n".formatted(key, String.join(" ", words)));
    }

    /** Returns the words that can follow a command. An option that has a value ends with an equals sign. */
    private static List<String> wordsOf(CommandSpec command) {
        List<String> words = new ArrayList<>();
        subcommands(command).forEach(inner -> words.add(inner.name()));
        command.positionalParameters().forEach(argument -> words.addAll(valuesOf(argument)));
        optionsOf(command).forEach(option -> words.add(option.longestName() + (takesValue(option) ? "=" : "")));
        SettingOptions.of(command).forEach(setting -> words.add(setting + "="));
        return words;
    }

    /** Returns the options by name: picocli has those of groups in an order that differs from start to start. */
    private static List<OptionSpec> optionsOf(CommandSpec command) {
        return command.options().stream()
                .sorted(Comparator.comparing(OptionSpec::longestName))
                .toList();
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    /** Returns the words for an argument or the value of an option, or where the script finds them. */
    private static List<String> valuesOf(ArgSpec argument) {
        if (argument.completionCandidates() != null) {
            return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                    .toList();
        }
        return Stream.of(argument.paramLabel().split("\\|", -1))
                .flatMap(label -> switch (label) {
                    case "COMMAND" -> subcommands(argument.command().root()).map(CommandSpec::name);
                    case "JOB" -> Stream.of(JOBS);
                    case "SUITE" -> Stream.of(SUITES);
                    case "FILE", "DIR" -> Stream.of(FILES);
                    default -> Stream.empty();
                })
                .toList();
    }

    private static String fish(Map<String, CommandSpec> commands) {
        String subcommands = commands.keySet().stream()
                .filter(path -> path.contains(" "))
                .map(CompletionCommand::quoted)
                .collect(Collectors.joining(" "));
        StringBuilder script = new StringBuilder(
                ResourceText.of(CompletionCommand.class, "completion.fish").replace("SUBCOMMANDS", subcommands));
        commands.forEach((path, command) -> {
            String line = "complete -c mongohaul -n \"__mongohaul_is " + quoted(path) + "\" ";
            subcommands(command)
                    .forEach(inner -> script.append(line)
                            .append("-a ")
                            .append(inner.name())
                            .append(described(inner.usageMessage().description())));
            command.positionalParameters()
                    .forEach(argument -> script.append(line)
                            .append(fishValues(argument).strip())
                            .append('\n'));
            optionsOf(command)
                    .forEach(option -> script.append(line)
                            .append("-l ")
                            .append(option.longestName().substring(2))
                            .append(takesValue(option) ? " -r" + fishValues(option) : "")
                            .append(described(option.description())));
            SettingOptions.of(command)
                    .forEach(setting -> script.append(line)
                            .append("-l ")
                            .append(setting.substring(2))
                            .append(" -x\n"));
        });
        return script.toString();
    }

    private static String fishValues(ArgSpec argument) {
        List<String> values = valuesOf(argument);
        List<String> words = values.stream()
                .filter(word -> !word.equals(FILES))
                .map(word -> switch (word) {
                    case JOBS -> "(__mongohaul_names jobs)";
                    case SUITES -> "(__mongohaul_names jobs/compare)";
                    default -> word;
                })
                .toList();
        return (values.contains(FILES) ? " -F" : " -f")
                + (words.isEmpty() ? "" : " -a " + quoted(String.join(" ", words)));
    }

    /** Returns the first sentence of a description as the end of a line. */
    private static String described(String... description) {
        return " -d " + quoted(description[0].split("[.;] ", 2)[0].replaceFirst("[.]$", "")) + "\n";
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    static final class Shells extends CompletionWords {

        Shells() {
            super("bash", "zsh", "fish");
        }
    }
}
