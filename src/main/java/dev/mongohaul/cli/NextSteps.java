package dev.mongohaul.cli;

import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.UriFileOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Commands that messages name as next steps, such as {@code 'mongohaul restart 42'}. A message does not know the options
 * of its reader, and may be stored: the command that prints it adds its own options that name the server and the folder
 * of the job files.
 *
 * @param running command line whose messages are completed
 * @param commands class of a command by its name; null if there is none
 */
record NextSteps(CommandLine running, Function<String, @Nullable Class<?>> commands) {

    private static final List<String> REPEATED = List.of(UriFileOption.NAME, MongoOptions.EMBEDDED, JobFolder.OPTION);

    /** Also a step that a column of a table breaks into lines. */
    private static final Pattern STEP = Pattern.compile("'mongohaul\\s+([a-z]+)(?:\\s+([a-z]+))?[^']*(?=')");

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./~-]+");

    /** Returns a writer that completes the steps in each text that is printed at once. */
    PrintWriter in(PrintWriter out) {
        return new Completed(out, this);
    }

    String completed(String text) {
        return STEP.matcher(text).replaceAll(step -> Matcher.quoteReplacement(step.group() + options(step)));
    }

    private String options(MatchResult step) {
        Class<?> command = commands.apply(step.group(1));
        List<OptionSpec> given = given();
        if (command == null || given.isEmpty()) {
            return "";
        }
        CommandLine outer = new CommandLine(command);
        CommandLine other = outer.getSubcommands().getOrDefault(step.group(2), outer);
        return given.stream()
                .filter(option -> !step.group().contains(" " + option.longestName())
                        && !step.group().contains(" --help"))
                .filter(option -> {
                    OptionSpec same = other.getCommandSpec().findOption(option.longestName());
                    return same != null && same.type().equals(option.type());
                })
                .map(NextSteps::written)
                .collect(Collectors.joining());
    }

    /** Returns the options to repeat of those that are parsed so far. */
    private List<OptionSpec> given() {
        return running.getSubcommands().values().stream()
                .map(CommandLine::getParseResult)
                .flatMap(parsed -> Stream.iterate(parsed, Objects::nonNull, ParseResult::subcommand))
                .flatMap(parsed -> REPEATED.stream().map(parsed::matchedOption))
                .filter(Objects::nonNull)
                .filter(option ->
                        option.type() == Path.class || option.longestName().equals(MongoOptions.EMBEDDED))
                .toList();
    }

    private static String written(OptionSpec option) {
        String name = " " + option.longestName();
        return option.arity().max() == 0
                ? name
                : name + "=" + quoted(option.originalStringValues().get(0));
    }

    /** Returns a word for a shell. The step itself is between single quotes. */
    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : '"' + word.replaceAll("[\"$`\\\\]", "\\\\$0") + '"';
    }

    /** Writer that hands each text on as one, since a log line of JSON is one. */
    private static final class Completed extends PrintWriter {

        private final PrintWriter printer;
        private final NextSteps steps;

        Completed(PrintWriter printer, NextSteps steps) {
            super(printer);
            this.printer = printer;
            this.steps = steps;
        }

        @Override
        public void write(String text) {
            printer.write(steps.completed(text));
        }

        @Override
        public void println() {
            printer.println();
        }

        @Override
        public void println(@Nullable String text) {
            printer.println(steps.completed(String.valueOf(text)));
        }

        @Override
        public void println(@Nullable Object value) {
            println(String.valueOf(value));
        }

        @Override
        public PrintWriter format(String format, @Nullable Object... values) {
            return format(Locale.ROOT, format, values);
        }

        @Override
        public PrintWriter format(Locale locale, String format, @Nullable Object... values) {
            printer.print(steps.completed(String.format(locale, format, values)));
            printer.flush();
            return this;
        }
    }
}
