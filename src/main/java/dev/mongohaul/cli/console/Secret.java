package dev.mongohaul.cli.console;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import org.jline.nativ.CLibrary;

/** Asks for a password, which no argument and no terminal shows. */
public final class Secret {

    private static final int STANDARD_INPUT = 0;

    private Secret() {}

    /** Typed twice at a terminal; elsewhere the first line of standard input. */
    public static String read() {
        Console console = isTerminal() ? System.console() : null;
        return console == null ? line() : typed(console);
    }

    /** Since Java 22 there is a console where there is no terminal, too. */
    private static boolean isTerminal() {
        try {
            return CLibrary.isatty(STANDARD_INPUT) == 1;
        } catch (LinkageError | RuntimeException e) {
            return true;
        }
    }

    private static String typed(Console console) {
        char[] first = console.readPassword("Password: ");
        char[] second = console.readPassword("Again: ");
        if (first == null || second == null) {
            throw missing();
        }
        String password = new String(first);
        if (!password.equals(new String(second))) {
            throw new UsageException("The two are not the same; nothing is printed");
        }
        return password;
    }

    private static String line() {
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
            if (line == null) {
                throw missing();
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UsageException missing() {
        return new UsageException("There was no password: type one, or give it as the first line of standard input");
    }
}
