package dev.mongohaul.cli.session;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.FormatOption;
import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.output.Terminal;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options for what a command prints: in which format, how much, and in which color. */
public final class ResultOptions {

    private static final String AUTO = "auto";
    private static final String GREEN = "\u001B[32m";
    private static final String RED = "\u001B[31m";
    private static final String PLAIN = "\u001B[0m";

    @Mixin
    private FormatOption format;

    @Option(
            names = "--quiet",
            description = "Print no progress, and no result if the exit code is 0. Warnings and failures are printed.")
    private boolean quiet;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = AUTO,
            converter = When.class,
            completionCandidates = When.class,
            description = "auto: the outcome is green or red on a terminal, unless NO_COLOR is set; or never."
                    + " Default: ${DEFAULT-VALUE}.")
    private String color;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    public boolean isJson() {
        return format.isJson();
    }

    public boolean isQuiet() {
        return quiet;
    }

    /** Prints a line about what is being done to standard error. */
    public void say(String line) {
        if (!quiet) {
            Invocation.of(spec).err().println(line);
        }
    }

    /** Prints text that belongs to a result of any outcome; to standard error if the result is JSON. */
    public void print(String text) {
        if (!quiet) {
            PrintWriter writer = isJson() ? Invocation.of(spec).err() : out();
            writer.print(text);
            writer.flush();
        }
    }

    /** Prints a result as JSON, if that is asked for. */
    public void printJson(Supplier<String> result) {
        if (isJson()) {
            Invocation.of(spec).out().writeUtf8(result.get() + "\n");
        }
    }

    /** Prints a result as text, unless JSON is asked for; the first line, which has the outcome, in its color. */
    public void print(ExitCode code, Supplier<String> result) {
        if (isJson() || (quiet && code == ExitCode.COMPLETED)) {
            return;
        }
        String text = result.get();
        int end = text.indexOf(System.lineSeparator());
        if (end < 0 || !hasColors()) {
            out().print(text);
        } else {
            StandardOutput unfiltered = Invocation.of(spec).out();
            out().flush();
            unfiltered.writeEscape(code == ExitCode.COMPLETED ? GREEN : RED);
            out().print(text.substring(0, end));
            out().flush();
            unfiltered.writeEscape(PLAIN);
            out().print(text.substring(end));
        }
        out().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private boolean hasColors() {
        Invocation invocation = Invocation.of(spec);
        return areWanted(color, invocation.environment())
                && invocation.out() == StandardOutput.OF_PROCESS
                && Terminal.isStandardOutput();
    }

    /** Returns whether a terminal shows colors. */
    static boolean areWanted(String color, Map<String, String> environment) {
        return color.equals(AUTO)
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    static final class When implements ITypeConverter<String>, Iterable<String> {

        private static final List<String> WORDS = List.of(AUTO, "never");

        @Override
        public String convert(String word) {
            if (!WORDS.contains(word)) {
                throw new TypeConversionException("\"%s\" is neither auto nor never".formatted(word));
            }
            return word;
        }

        @Override
        public Iterator<String> iterator() {
            return WORDS.iterator();
        }
    }
}
