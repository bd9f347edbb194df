package dev.mongohaul.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.function.Supplier;
import org.jline.nativ.CLibrary;
import org.jline.nativ.CLibrary.Termios;

/** Prompt for a password: typed twice at a terminal with echo off, or the first line of standard input. */
public final class Secret {

    private final PrintWriter err;
    private final BufferedReader in;

    /** The prompt goes to standard error, since standard output may be the users file. */
    public Secret(Invocation invocation) {
        this.err = invocation.err();
        this.in = new BufferedReader(new InputStreamReader(invocation.in(), Charset.defaultCharset()));
    }

    /** Returns the password; refuses none, and two that differ. */
    public String read() {
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
        try {
            String line = in.readLine();
            if (line == null) {
                throw new UsageException(
                        "There was no password: type one, or give it as the first line of standard input");
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The echo of the terminal of standard input. Java's own console requires that standard output is a terminal, too.
     */
    static final class HiddenInput {

        private static final int STANDARD_INPUT = 0;

        /** The same on Linux and macOS. */
        private static final long ECHO = 0x8;

        private HiddenInput() {}

        /** Whether standard input is a terminal; false if that is unknown. */
        static boolean isPossible() {
            try {
                return CLibrary.isatty(STANDARD_INPUT) == 1;
            } catch (LinkageError | RuntimeException e) {
                return false;
            }
        }

        /** Reads with echo off. Echo is on again afterwards, also if the process ends. */
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
