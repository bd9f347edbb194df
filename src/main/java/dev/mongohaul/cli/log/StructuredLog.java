package dev.mongohaul.cli.log;

import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.Invocation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Choice of JSON for all that goes to standard error: log lines, messages, warnings and failures. It is made before the
 * command line is parsed, because the log is configured once in a process.
 */
public final class StructuredLog {

    /** Option that names the format. */
    public static final String OPTION = "--log";

    private static final String TEXT = "text";
    private static final String VARIABLE = "LOGGING_STRUCTURED_FORMAT_CONSOLE";
    private static final String WARNING = "Warning: ";

    private StructuredLog() {}

    /** Returns the format of Spring Boot that this process uses; null for text. */
    static @Nullable String format() {
        return System.getProperty(Terminal.LOG_FORMAT);
    }

    /**
     * Chooses the format for this process: of the option, else of the property, as system property, variable, or in
     * application.properties.
     *
     * @return the invocation whose messages are log lines, if they are JSON
     * @throws UsageException if there is no such format
     */
    public static Invocation choose(Invocation invocation, String... arguments) {
        String word = option(arguments)
                .or(() -> Stream.of(
                                System.getProperty(Terminal.LOG_FORMAT),
                                invocation.environment().get(VARIABLE),
                                inFile(Path.of("config", "application.properties")),
                                inFile(Path.of("application.properties")))
                        .filter(Objects::nonNull)
                        .findFirst())
                .map(given -> given.strip().toLowerCase(Locale.ROOT))
                .filter(given -> !given.isEmpty())
                .orElse(TEXT);
        if (!LogFormats.WORDS.contains(word)) {
            throw new UsageException("\"%s\" is no format of the log; %s or %s takes %s"
                    .formatted(word, OPTION, Terminal.LOG_FORMAT, String.join(", ", LogFormats.WORDS)));
        }
        if (word.equals(TEXT)) {
            System.clearProperty(Terminal.LOG_FORMAT);
            return invocation;
        }
        System.setProperty(Terminal.LOG_FORMAT, word.equals("json") ? "ecs" : word);
        return invocation.withErr(new LogLines(Level.INFO));
    }

    private static Optional<String> option(String... arguments) {
        return IntStream.range(0, arguments.length)
                .mapToObj(index -> {
                    boolean alone = arguments[index].equals(OPTION) && index + 1 < arguments.length;
                    String value = arguments[index].startsWith(OPTION + "=")
                            ? arguments[index].substring(OPTION.length() + 1)
                            : null;
                    return alone ? arguments[index + 1] : value;
                })
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static @Nullable String inFile(Path file) {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            return null; // Reading the settings reports it.
        }
        return properties.getProperty(Terminal.LOG_FORMAT);
    }

    /** Returns the same surroundings, whose messages are failures. */
    public static Invocation failing(Invocation invocation) {
        return invocation.err() instanceof LogLines ? invocation.withErr(new LogLines(Level.ERROR)) : invocation;
    }

    /** Writer whose lines are log lines. A text that is printed at once is one of them. */
    private static final class LogLines extends PrintWriter {

        private final Lines lines;

        LogLines(Level level) {
            this(new Lines(level));
        }

        private LogLines(Lines lines) {
            super(lines, true);
            this.lines = lines;
        }

        @Override
        public void println(@Nullable String text) {
            lines.end(String.valueOf(text));
        }
    }

    private static final class Lines extends Writer {

        private final Level level;
        private final StringBuilder line = new StringBuilder();

        Lines(Level level) {
            this.level = level;
        }

        @Override
        public void write(char[] characters, int from, int length) {
            synchronized (line) {
                for (int index = from; index < from + length; index++) {
                    if (characters[index] == '\n') {
                        end("");
                    } else {
                        line.append(characters[index]);
                    }
                }
            }
        }

        void end(String rest) {
            String text;
            synchronized (line) {
                text = line.append(rest).toString().strip();
                line.setLength(0);
            }
            if (!text.isEmpty()) {
                boolean warns = level == Level.INFO && text.startsWith(WARNING);
                LoggerFactory.getLogger("dev.mongohaul")
                        .atLevel(warns ? Level.WARN : level)
                        .log(warns ? text.substring(WARNING.length()) : text);
            }
        }

        @Override
        public void flush() {
            // A line ends with a line break.
        }

        @Override
        public void close() {
            end("");
        }
    }
}
