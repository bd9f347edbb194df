package dev.mongohaul.cli;

import dev.mongohaul.cli.command.CheckCommand;
import dev.mongohaul.cli.command.GenerateCommand;
import dev.mongohaul.cli.command.ImportCommand;
import dev.mongohaul.cli.command.InferCommand;
import dev.mongohaul.cli.command.JobsCommand;
import dev.mongohaul.cli.command.PasswordCommand;
import dev.mongohaul.cli.command.PruneCommand;
import dev.mongohaul.cli.command.ReportCommand;
import dev.mongohaul.cli.command.RunCommands;
import dev.mongohaul.cli.command.ServeCommand;
import dev.mongohaul.cli.compare.CompareCommand;
import dev.mongohaul.cli.console.Debugging;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Failure;
import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.cli.console.WrongUsage;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program's command line. Nothing of Spring is loaded before a command needs it. */
@Command(
        name = "mongohaul",
        description = "CSV files into MongoDB: nothing lost, nothing doubled.",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = MongohaulCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        footerHeading = "%nMongoDB is named by MONGODB_URI or --mongodb-uri-file; an embedded one serves where none is."
                + "%nMore: mongohaul COMMAND --help%n",
        subcommands = {
            ImportCommand.class,
            CheckCommand.class,
            InferCommand.class,
            JobsCommand.class,
            ReportCommand.class,
            RunCommands.Rejects.class,
            RunCommands.Restart.class,
            RunCommands.Stop.class,
            RunCommands.Abandon.class,
            CompareCommand.class,
            ServeCommand.class,
            PasswordCommand.class,
            PruneCommand.class,
            GenerateCommand.class
        })
public final class MongohaulCommand implements Runnable, Invocation.Root {

    @Spec
    private CommandSpec spec;

    private final Invocation invocation;

    private MongohaulCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    /** Runs one command line of this process and returns its exit code. */
    public static int execute(String... arguments) {
        // The output is read by programs and compared between machines.
        Locale.setDefault(Locale.ROOT);
        Debugging.prepareLog();
        return execute(Invocation.ofProcess(), arguments);
    }

    /** Runs one command line and returns its exit code; never throws for a user's mistake. */
    public static int execute(Invocation invocation, String... arguments) {
        CommandLine commandLine = new CommandLine(new MongohaulCommand(invocation))
                .setOut(invocation.out().writer())
                .setErr(invocation.err())
                .setExecutionExceptionHandler((exception, command, parsed) -> Failure.report(exception, invocation))
                .setParameterExceptionHandler((exception, unused) ->
                        WrongUsage.report(exception, exception.getCommandLine().getErr()));
        listExitCodes(commandLine, EnumSet.allOf(ExitCode.class));
        Optional<String> refusal = WrongUsage.in(arguments);
        if (refusal.isPresent()) {
            commandLine.getErr().println(refusal.get());
            return ExitCode.USAGE.value();
        }
        int exitCode = commandLine.execute(arguments);
        commandLine.getOut().flush();
        return invocation.out().judge(exitCode, commandLine.getErr());
    }

    /** Lists the codes of a command in its help, and those of its commands in theirs. */
    private static void listExitCodes(CommandLine command, Set<ExitCode> codes) {
        Map<String, String> list = new LinkedHashMap<>();
        codes.forEach(code -> list.put(" " + code.value(), code.meaning()));
        command.getCommandSpec().usageMessage().exitCodeList(list);
        command.getSubcommands()
                .forEach((name, inner) -> listExitCodes(inner, command.getParent() == null ? codesOf(name) : codes));
    }

    private static Set<ExitCode> codesOf(String command) {
        EnumSet<ExitCode> codes = EnumSet.of(ExitCode.COMPLETED, ExitCode.FAILED, ExitCode.USAGE);
        switch (command) {
            case "import", "restart" -> codes.addAll(EnumSet.allOf(ExitCode.class));
            case "check" -> codes.addAll(EnumSet.of(ExitCode.COMPLETED_WITH_REJECTS, ExitCode.REJECT_LIMIT_EXCEEDED));
            case "compare" -> codes.add(ExitCode.STOPPED);
            default -> {}
        }
        return codes;
    }

    @Override
    public Invocation invocation() {
        return invocation;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new ParameterException(spec.commandLine(), "Name a command.");
    }

    /** The version that the build wrote into the program. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() throws IOException {
            Properties build = new Properties();
            try (InputStream in = Version.class.getResourceAsStream("/META-INF/build-info.properties")) {
                if (in != null) {
                    build.load(in);
                }
            }
            String version = build.getProperty("build.version", "(not built)");
            return new String[] {"mongohaul " + version, "Java " + Runtime.version()};
        }
    }
}
