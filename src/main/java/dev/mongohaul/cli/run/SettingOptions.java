package dev.mongohaul.cli.run;

import dev.mongohaul.job.file.FormerKeys;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.text.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Options with the names of settings of a job file: {@code --chunk-size=10} or {@code --chunk-size 10} is the argument
 * {@code chunk-size=10}. The schema of job files is read only if a command line has such an option.
 */
public final class SettingOptions {

    private static final Set<String> COMMANDS = Set.of("import", "check", "diff", "infer", "restart");

    /** Options of mongoimport and other tools, with what to write instead. */
    private static final Map<String, String> FOREIGN = Map.ofEntries(
            Map.entry(
                    "--file",
                    "Name the file as an argument: mongohaul import FILE, or mongohaul import JOB files=FILE."),
            Map.entry("--job", "Name the job as an argument: mongohaul import JOB."),
            Map.entry(
                    "--drop",
                    "Use --operation=swap: it loads the files into a collection beside the target, which replaces the"
                            + " target when everything is there."),
            Map.entry(
                    "--fields",
                    "If the input has no header, name its columns with --header=[name,…]. --type COLUMN=TYPE gives a"
                            + " column its type."),
            Map.entry(
                    "--headerline",
                    "A header is recognised. Use --header=true, or --header=[name,…] if the input has none."),
            Map.entry("--fieldFile", "Use --header=[name,…] if the input has no header."),
            Map.entry("--uri", "Set MONGODB_URI, or use --mongodb-uri-file=FILE."),
            Map.entry("--host", "Set MONGODB_URI, or use --mongodb-uri-file=FILE."),
            Map.entry("--port", "Set MONGODB_URI, or use --mongodb-uri-file=FILE."),
            Map.entry("--username", "Set MONGODB_URI, or use --mongodb-uri-file=FILE."),
            Map.entry("--password", "Set MONGODB_URI, or use --mongodb-uri-file=FILE."),
            Map.entry("--db", "Use --database=NAME."),
            Map.entry("--mode", "Use --operation=insert, add, upsert, merge or delete."),
            Map.entry("--upsertFields", "Use --operation=upsert --match=[column,…]."),
            Map.entry("--ignoreBlanks", "Use --blanks=omit."),
            Map.entry("--columnsHaveTypes", "Use --type COLUMN=TYPE for each column."),
            Map.entry("--stopOnError", "Use --rejects.limit=0, which is the default."),
            Map.entry("--maintainInsertionOrder", "Use --ordered."),
            Map.entry("--numInsertionWorkers", "Use --grid-size=N."),
            Map.entry("--batchSize", "Use --chunk-size=N."),
            Map.entry("--jsonArray", "mongohaul imports CSV only. Use mongoimport for JSON."),
            Map.entry("--dry-run", "Use mongohaul check, which writes nothing."));

    private SettingOptions() {}

    /** Returns whether a command takes settings of a job file. */
    public static boolean areOf(CommandSpec command) {
        return COMMANDS.contains(command.name());
    }

    /** Returns the options of a command that are settings by their last names. */
    public static Stream<String> of(CommandSpec command) {
        return !areOf(command)
                ? Stream.empty()
                : JobFileReader.names()
                        .filter(name -> name.matches("[a-z-]+") && isKey(name))
                        .map(name -> "--" + name)
                        .filter(option -> !command.optionsMap().containsKey(option))
                        .distinct();
    }

    /** Returns the arguments with options of settings as arguments of the form {@code name=value}, at the end. */
    public static String[] asArguments(CommandLine program, String... given) {
        CommandLine command = given.length < 2 ? null : program.getSubcommands().get(given[0]);
        if (command == null || !COMMANDS.contains(given[0])) {
            return given;
        }
        Set<String> known = command.getCommandSpec().optionsMap().keySet();
        List<String> arguments = new ArrayList<>();
        List<String> settings = new ArrayList<>();
        for (int index = 0; index < given.length; index++) {
            String argument = given[index];
            String option = argument.split("=", 2)[0];
            String value = argument.length() > option.length()
                    ? argument.substring(option.length() + 1)
                    : index + 1 < given.length ? given[index + 1] : "";
            boolean other = !option.matches("--\\p{L}.*") || known.contains(option) || isForeign(option, value);
            String name = option.substring(Math.min(2, option.length()));
            if (!other && option.equals("--type") && value.contains("=")) {
                settings.add("fields." + value);
                index += argument.length() > option.length() ? 0 : 1;
            } else if (other || !isSetting(command, name)) {
                arguments.add(argument);
            } else if (argument.length() > option.length()) {
                settings.add(setting(name, value));
            } else if (index + 1 < given.length && takes(name, given[index + 1])) {
                settings.add(setting(name, given[++index]));
            } else {
                requireSwitch(command, name);
                settings.add(name + "=true");
            }
        }
        return Stream.concat(arguments.stream(), settings.stream()).toArray(String[]::new);
    }

    /** Returns the argument of an option; columns are separated by commas, as those of --id. */
    private static String setting(String name, String value) {
        boolean names = name.endsWith("match")
                || name.matches("(target\\.)?id")
                || (name.matches("(source\\.)?header") && value.contains(",") && !value.matches("[\\[{].*"));
        return name + "=" + (names ? ImportArguments.columns(value) : value);
    }

    /** Returns whether an option is that of another tool. One of them is also a group of settings. */
    private static boolean isForeign(String option, String value) {
        return FOREIGN.containsKey(option) && !(option.equals("--fields") && value.startsWith("{"));
    }

    private static boolean isKey(String name) {
        try {
            return !JobFileReader.keyOf(name).isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isSetting(CommandLine command, String name) {
        try {
            return !JobFileReader.keyOf(name).isEmpty();
        } catch (IllegalArgumentException e) {
            if (JobFileReader.names().anyMatch(name::equals)) {
                throw new ParameterException(command, "--" + name + " " + e.getMessage());
            }
            return false;
        }
    }

    /** Returns whether the next argument is the value of the option. A switch takes true and false only. */
    private static boolean takes(String name, String next) {
        return JobFileReader.isSwitch(name) ? next.matches("true|false") : !next.startsWith("--");
    }

    private static void requireSwitch(CommandLine command, String name) {
        if (!JobFileReader.isSwitch(name)) {
            throw new ParameterException(command, "--" + name + " has no value. Write --" + name + "=VALUE.");
        }
    }

    /** Returns the commands of a program that have an option. */
    private static List<String> owners(CommandLine program, String option) {
        return program.getSubcommands().values().stream()
                .distinct()
                .map(CommandLine::getCommandSpec)
                .filter(command ->
                        !command.usageMessage().hidden() && command.optionsMap().containsKey(option))
                .map(CommandSpec::name)
                .toList();
    }

    /**
     * Returns what to write instead of an option that the command does not have.
     *
     * @param program with all commands
     */
    static String advice(CommandLine command, String option, Supplier<CommandLine> program) {
        boolean settings = areOf(command.getCommandSpec());
        if (settings && FOREIGN.containsKey(option)) {
            return " " + FOREIGN.get(option);
        }
        Optional<String> former = FormerKeys.successor(option)
                .or(() -> settings ? FormerKeys.successor(option.replaceFirst("^--", "")) : Optional.empty());
        if (former.isPresent()) {
            return " It " + former.get() + ".";
        }
        List<String> owners = owners(program.get(), option);
        if (command.getCommand() instanceof StoredSettings stored
                && (owners.contains("diff") || isKey(option.replaceFirst("^--", "")))) {
            return " " + stored.otherSettings();
        }
        if (!owners.isEmpty()) {
            return " It is an option of %s.".formatted(String.join(", ", owners));
        }
        Stream<String> options = command.getCommandSpec().optionsMap().keySet().stream();
        List<String> known =
                (settings ? Stream.concat(options, JobFileReader.names().map(name -> "--" + name)) : options).toList();
        Optional<String> near = NearestName.of(option, known);
        return near.map(name -> " Did you mean " + name + "?").orElse("");
    }
}
