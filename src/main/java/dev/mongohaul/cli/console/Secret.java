package dev.mongohaul.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;

/** Asks for a password: typed twice at a terminal, which does not show it, or the first line of standard input. */
public final class Secret {

    private final PrintWriter err;
    private final BufferedReader in;

    /** @param err where it is asked for: standard output may be a file that gets what is made of it */
    public Secret(PrintWriter err) {
        this.err = err;
        this.in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    }

    /** A password; refused where there is none, or the second is not the first. */
    public String read() {
        return HiddenInput.isPossible() ? HiddenInput.during(this::typed) : line();
    }

    private String typed() {
        String password = ask("Password: ");
        if (!password.equals(ask("Again: "))) {
            throw new UsageException("The two are not the same; nothing is made of them");
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
}
