package dev.mongohaul.cli;

import dev.mongohaul.cli.access.PasswordCommand;
import dev.mongohaul.cli.access.TokenCommand;
import dev.mongohaul.cli.log.ConsoleLog;
import dev.mongohaul.cli.log.LogFormats;
import dev.mongohaul.cli.log.StructuredLog;
import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.Failure;
import dev.mongohaul.cli.run.ImportArguments;
import dev.mongohaul.cli.run.SettingOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.mongo.address.UriPassword;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command line of the program. It loads no type of Spring before a command needs it. */
@Command(
        name = "mongohaul",
        description =
                "Imports CSV files into MongoDB. An import continues after a failure, and stores each document once.",
        mixinStandardHelpOptions = true,
        abbreviateSynopsis = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = VersionText.class,
        sortOptions = false,
        descriptionHeading = "%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  mongohaul customers.csv", "  mongohaul help import"})
public final class MongohaulCommand implements Runnable, Supplier<Invocation> {

    private static final String HELP = "help";
    private static final String COMPLETION = "completion";

    /** Commands that describe other commands. */
    private static final Set<String> DESCRIBING = Set.of(HELP, COMPLETION);

    private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    /** Names of commands by their purpose, in the order of the help. */
    private static final Map<String, List<String>> PURPOSES = new LinkedHashMap<>();

    static {
        add("Import", "import", ImportCommand.class);
        add("Import", "check", CheckCommand.class);
        add("Import", "diff", DiffCommand.class);
        add("Import", "verify", VerifyCommand.class);
        add("Import", "infer", InferCommand.class);
        add("Import", "jobs", JobsCommand.class);
        add("Look", "report", ReportCommand.class);
        add("Look", "rejects", RejectsCommand.class);
        add("Look", "files", FilesCommand.class);
        add("Look", "show", ShowCommand.class);
        add("Run again", "restart", RestartCommand.class);
        add("Run again", "stop", StopCommand.class);
        add("Run again", "abandon", AbandonCommand.class);
        add("Run again", "undo", UndoCommand.class);
        add("Operate", "serve", ServeCommand.class);
        add("Operate", "password", PasswordCommand.class);
        add("Operate", "token", TokenCommand.class);
        add("Operate", "prune", PruneCommand.class);
        add("Operate", "mongod", MongodCommand.class);
        add("Several machines", "broker", BrokerCommand.class);
        add("Several machines", "worker", WorkerCommand.class);
        add("Several machines", "workers", WorkersCommand.class);
        add("Measure", "compare", CompareCommand.class);
        add("Measure", "generate", GenerateCommand.class);
        add("Help", HELP, HelpCommand.class);
        add("Help", COMPLETION, CompletionCommand.class);
    }

    @Option(
            names = StructuredLog.OPTION,
            paramLabel = "FORMAT",
            scope = CommandLine.ScopeType.INHERIT,
            completionCandidates = LogFormats.class,
            description = "Format of standard error: text, or json (ecs), logstash or gelf, a line of JSON each."
                    + " Default: text.")
    void setLog(@Nullable String format) {
        // StructuredLog has read it before the command line is parsed.
    }

    @Spec
    private CommandSpec spec;

    private final Invocation invocation;

    private MongohaulCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    private static void add(String purpose, String name, Class<?> command) {
        COMMANDS.put(name, command);
        PURPOSES.computeIfAbsent(purpose, unused -> new ArrayList<>()).add(name);
    }

    /** Runs one command line of this process and returns its exit code. */
    public static int execute(String... arguments) {
        // The output is read by programs and compared between machines.
        Locale.setDefault(Locale.ROOT);
        ConsoleLog.use();
        Invocation invocation = Invocation.ofProcess();
        try {
            return execute(StructuredLog.choose(invocation, arguments), arguments);
        } catch (UsageException e) {
            invocation.err().println(e.getMessage());
            return ExitCode.USAGE.value();
        }
    }

    /** Runs one command line and returns its exit code; never throws for a user's mistake. */
    public static int execute(Invocation invocation, String... given) {
        // A signature in an address is remembered, and is no part of what is stored and shown.
        String[] arguments = Arrays.stream(given)
                .map(argument -> argument.contains("://") ? InputSources.withoutQueries(argument) : argument)
                .toArray(String[]::new);
        String[] all = withCommand(invocation, arguments);
        CommandLine commandLine = commandLine(invocation, all);
        // The answer repeats arguments, one of which can have a password in the wrong place.
        Optional<String> answer =
                ForeignOptions.answer(invocation.workingDirectory(), all).filter(text -> !UriPassword.isIn(text));
        Optional<String> refusal = Stream.of(Failure.wrongArgument(all), answer)
                .flatMap(Optional::stream)
                .reduce("%s%n%s"::formatted);
        if (refusal.isPresent()) {
            StructuredLog.failing(invocation).err().println(refusal.get());
            return ExitCode.USAGE.value();
        }
        int exitCode = run(commandLine, invocation, all);
        commandLine.getOut().flush();
        return invocation.out().judge(exitCode, commandLine.getErr());
    }

    /** Returns the arguments with the command import if they begin with a file or a job. */
    private static String[] withCommand(Invocation invocation, String... arguments) {
        boolean input = arguments.length > 0
                && !COMMANDS.containsKey(arguments[0])
                && (ImportArguments.namesFile(invocation, arguments[0])
                        || (JobFolder.hasExtension(arguments[0]) && arguments[0].matches("[^-=]+"))
                        || JobFolder.hasJob(invocation, arguments[0], arguments));
        return input
                ? Stream.concat(Stream.of("import"), Arrays.stream(arguments)).toArray(String[]::new)
                : arguments;
    }

    /**
     * Returns the commands with their options and help. Only the command that the arguments name, if it does not describe
     * others: the model of all commands takes a tenth of a second.
     */
    static CommandLine commandLine(Invocation invocation, String... arguments) {
        String name = arguments.length == 0 ? "" : arguments[0];
        Class<?> named = DESCRIBING.contains(name) ? null : COMMANDS.get(name);
        CommandLine commandLine = new CommandLine(new MongohaulCommand(invocation));
        (named == null ? COMMANDS.values() : List.of(named)).forEach(commandLine::addSubcommand);
        NextSteps steps = new NextSteps(commandLine, COMMANDS::get);
        Invocation failing = StructuredLog.failing(invocation);
        PrintWriter failures = steps.in(failing.err());
        // These calls also change the commands that were added before.
        commandLine
                .setOut(steps.in(invocation.out().writer()))
                .setErr(steps.in(invocation.err()))
                .setExecutionExceptionHandler(
                        (exception, command, parsed) -> Failure.report(exception, failing.withErr(failures)))
                .setParameterExceptionHandler(
                        (exception, unused) -> Failure.report(exception, failures, () -> commandLine(invocation)));
        Help.layOut(commandLine, PURPOSES);
        return commandLine;
    }

    private static int run(CommandLine commandLine, Invocation invocation, String... arguments) {
        try {
            return commandLine.execute(SettingOptions.asArguments(commandLine, arguments));
        } catch (ParameterException e) {
            return Failure.report(e, StructuredLog.failing(invocation).err(), () -> commandLine(invocation));
        }
    }

    @Override
    public Invocation get() {
        return invocation.withErr(spec.commandLine().getErr());
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
