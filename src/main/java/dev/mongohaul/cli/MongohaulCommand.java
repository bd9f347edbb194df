package dev.mongohaul.cli;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import dev.mongohaul.job.file.JobFiles.JobFileReader;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.ProgramVersion;
import java.io.File;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command line of the program. It loads no type of Spring before a command needs it. */
@Command(
        name = "mongohaul",
        description =
                "Imports CSV files into MongoDB. An import resumes after a failure, and stores each document once.",
        mixinStandardHelpOptions = true,
        abbreviateSynopsis = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = MongohaulCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        descriptionHeading = "%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  mongohaul import customers.csv", "  mongohaul help import"},
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
            GenerateCommand.class,
            ShowCommand.class,
            MongodCommand.class,
            BrokerCommand.class,
            WorkerCommand.class,
            WorkersCommand.class,
            Help.HelpCommand.class,
            CompletionCommand.class
        })
public final class MongohaulCommand implements Runnable {

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
        if (namesAJob(arguments)) {
            Thread warmUp = new Thread(JobFileReader::warmUp, "warm-up");
            warmUp.setDaemon(true);
            warmUp.start();
        }
        return execute(Invocation.ofProcess(), arguments);
    }

    /** Whether an import or a check of a job follows, so that warming up is worthwhile; help and mistakes load little. */
    private static boolean namesAJob(String... arguments) {
        return arguments.length > 1
                && Set.of("import", "check").contains(arguments[0])
                && new File("jobs", arguments[1] + ".yml").exists();
    }

    /** Runs one command line and returns its exit code; never throws for a user's mistake. */
    public static int execute(Invocation invocation, String... arguments) {
        CommandLine commandLine = commandLine(invocation);
        Optional<String> refusal = Failure.wrongArgument(arguments);
        if (refusal.isPresent()) {
            commandLine.getErr().println(refusal.get());
            return ExitCode.USAGE.value();
        }
        int exitCode = run(commandLine, arguments);
        commandLine.getOut().flush();
        return invocation.out().judge(exitCode, commandLine.getErr());
    }

    /** Returns the commands with their options and help. */
    static CommandLine commandLine(Invocation invocation) {
        CommandLine commandLine = new CommandLine(new MongohaulCommand(invocation))
                .setOut(invocation.out().writer())
                .setErr(invocation.err())
                .setExecutionExceptionHandler((exception, command, parsed) -> Failure.report(exception, invocation))
                .setParameterExceptionHandler((exception, unused) ->
                        Failure.report(exception, exception.getCommandLine().getErr()));
        Help.layOut(commandLine);
        return commandLine;
    }

    private static int run(CommandLine commandLine, String... arguments) {
        try {
            return commandLine.execute(SettingOptions.asArguments(commandLine, arguments));
        } catch (ParameterException e) {
            return Failure.report(e, commandLine.getErr());
        }
    }

    Invocation invocation() {
        return invocation;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new ParameterException(spec.commandLine(), "Name a command.");
    }

    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"mongohaul " + ProgramVersion.read(), "Java " + Runtime.version()};
        }
    }

    /** Debug log lines and stack traces, which {@code MONGOHAUL_DEBUG} in the environment turns on. */
    static final class Debugging {

        private Debugging() {}

        /**
         * Makes {@code logback.xml} say more, or else has it read once; before the first logger is asked for. Spring Boot
         * would read it again, for {@code logging.level}, and commons-logging would load Log4j to find that it is not there.
         */
        static void prepareLog() {
            System.setProperty(
                    "org.apache.commons.logging.LogFactory", "org.apache.commons.logging.impl.Slf4jLogFactory");
            if (!Invocation.ofProcess().debug()) {
                System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
            } else {
                System.setProperty("mongohaul.log.level", "DEBUG");
                System.setProperty("mongohaul.log.exception", "%printableEx");
            }
        }

        /** Converter of a stack trace without control characters; named in {@code logback.xml}. */
        public static final class PrintableException extends ThrowableProxyConverter {

            @Override
            protected String throwableProxyToString(IThrowableProxy failure) {
                return Printable.lines(super.throwableProxyToString(failure));
            }
        }

        /** Converter of a log message to one line without control characters; named in {@code logback.xml}. */
        public static final class PrintableMessage extends MessageConverter {

            @Override
            public String convert(ILoggingEvent event) {
                return Printable.of(super.convert(event));
            }
        }
    }
}
