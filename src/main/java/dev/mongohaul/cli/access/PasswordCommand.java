package dev.mongohaul.cli.access;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.serve.security.Role;
import dev.mongohaul.serve.security.User;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.function.Supplier;
import org.apache.commons.io.function.Uncheck;
import org.jline.nativ.CLibrary;
import org.jline.nativ.CLibrary.Termios;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "password",
        description = {
            "Print a line for the users file of serve.",
            "password asks twice for the password, or reads it from standard input. The line has the bcrypt hash of the"
                    + " password."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command, name, role or password"},
        footer = {
            "  (umask 077; mongohaul password alice --role=operate >>users)",
            "  pass show nights | mongohaul password prometheus >>users"
        })
public final class PasswordCommand extends ConsoleCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the user: letters, digits and . _ - @")
    private String name;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "view",
            completionCandidates = Roles.class,
            description = "view: see everything; operate: also start and stop imports. Default: ${DEFAULT-VALUE}.")
    private String role;

    @Override
    public Integer call() {
        Role given = Roles.of(role);
        User.checkName(name);
        String password = new Secret(
                        err(),
                        new BufferedReader(new InputStreamReader(invocation().in(), Charset.defaultCharset())))
                .read();
        User user = User.create(name, given, password);
        out().println(user.line());
        return ExitCode.COMPLETED.value();
    }

    /**
     * Prompt for a password: typed twice at a terminal with echo off, or the first line of standard input. The prompt
     * goes to standard error, since standard output may be the users file.
     */
    private record Secret(PrintWriter err, BufferedReader in) {

        /** Returns the password; refuses none, and two that differ. */
        String read() {
            return HiddenInput.isPossible() ? HiddenInput.during(this::typed) : line();
        }

        private String typed() {
            String password = ask("Password: ");
            if (!password.equals(ask("Again: "))) {
                throw new UsageException("The two passwords differ; run the command again");
            }
            return password;
        }

        private String ask(String prompt) {
            err.print(prompt);
            err.flush();
            String line = line();
            err.println();
            return line;
        }

        private String line() {
            String line = Uncheck.get(in::readLine);
            if (line == null) {
                throw new UsageException(
                        "There was no password: type one, or give it as the first line of standard input");
            }
            return line;
        }

        /**
         * The echo of the terminal of standard input. Java's own console requires that standard output is a terminal, too.
         */
        static final class HiddenInput {

            private static final int STANDARD_INPUT = 0;

            /** The same on Linux and macOS. */
            private static final long ECHO = 0x8;

            private HiddenInput() {}

            /** Returns whether standard input is a terminal; false if that is unknown. */
            static boolean isPossible() {
                try {
                    return CLibrary.isatty(STANDARD_INPUT) == 1;
                } catch (LinkageError | RuntimeException e) {
                    return false;
                }
            }

            /** Reads with echo off. Echo is on again afterwards, even if the process ends. */
            static String during(Supplier<String> reading) {
                Thread restoring = new Thread(() -> show(true), "terminal");
                Runtime.getRuntime().addShutdownHook(restoring);
                show(false);
                try {
                    return reading.get();
                } finally {
                    show(true);
                    Runtime.getRuntime().removeShutdownHook(restoring);
                }
            }

            private static void show(boolean typed) {
                Termios settings = new Termios();
                if (CLibrary.tcgetattr(STANDARD_INPUT, settings) == 0) {
                    settings.c_lflag = typed ? settings.c_lflag | ECHO : settings.c_lflag & ~ECHO;
                    CLibrary.tcsetattr(STANDARD_INPUT, CLibrary.TCSANOW, settings);
                }
            }
        }
    }
}
