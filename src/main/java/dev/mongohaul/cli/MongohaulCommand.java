package dev.mongohaul.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program's command line. Nothing of Spring is loaded before a command needs it. */
@Command(
        name = "mongohaul",
        description = "CSV files into MongoDB: nothing lost, nothing doubled.",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        footerHeading = "%nMongoDB is named by MONGODB_URI or --mongodb-uri-file; an embedded one serves where none is."
                + "%nMore: mongohaul COMMAND --help%n",
        subcommands = {
            ImportCommand.class,
            JobsCommand.class,
            ReportCommand.class,
            RejectsCommand.class,
            RestartCommand.class,
            AbandonCommand.class,
            GenerateCommand.class
        })
public final class MongohaulCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Runs one command line and gives its exit code; never throws for a user's mistake. */
    public static int execute(String... arguments) {
        CommandLine commandLine = new CommandLine(new MongohaulCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(
                        (exception, command, parsed) -> Failure.report(exception, command.getErr()))
                .setParameterExceptionHandler((exception, unused) -> Failure.usage(exception));
        commandLine.getCommandSpec().usageMessage().exitCodeList(exitCodes());
        return Secrets.inArguments(arguments)
                ? Failure.passwordOnCommandLine(commandLine.getErr())
                : commandLine.execute(arguments);
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> codes = new LinkedHashMap<>();
        Arrays.stream(ExitCode.values()).forEach(code -> codes.put(" " + code.value(), code.meaning()));
        return codes;
    }

    @Override
    public void run() {
        PrintWriter err = spec.commandLine().getErr();
        spec.commandLine().usage(err);
        throw new ParameterException(spec.commandLine(), "Name a command.");
    }
}
