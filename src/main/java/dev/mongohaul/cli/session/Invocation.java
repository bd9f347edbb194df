package dev.mongohaul.cli.session;

import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.mongo.address.PrivateFile;
import dev.mongohaul.text.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Surroundings of one command: everything that it takes from its process.
 *
 * @param workingDirectory base of relative paths; empty for that of the process
 * @param end completed when a service, such as a worker, must end; by a signal, if the command has a process of its own
 * @param settings those that {@link Settings#of} has read, which the command reads once
 */
public record Invocation(
        Map<String, String> environment,
        Path workingDirectory,
        InputStream in,
        StandardOutput out,
        PrintWriter err,
        CompletableFuture<Void> end,
        AtomicReference<@Nullable Settings> settings) {

    private static final long LONGEST_SECRET = 4096;
    private static final int MOST_FILES = 1000;

    public Invocation(
            Map<String, String> environment,
            Path workingDirectory,
            InputStream in,
            StandardOutput out,
            PrintWriter err) {
        this(environment, workingDirectory, in, out, err, new CompletableFuture<>(), new AtomicReference<>());
    }

    /** Returns the invocation of this process. */
    public static Invocation ofProcess() {
        return new Invocation(
                System.getenv(),
                Path.of(""),
                System.in,
                StandardOutput.OF_PROCESS,
                Terminal.writer(System.err, Charset.defaultCharset()));
    }

    /** Returns the same surroundings with other standard input. */
    public Invocation withInput(InputStream other) {
        return new Invocation(environment, workingDirectory, other, out, err, end, settings);
    }

    /** Returns the same surroundings with other messages. */
    public Invocation withErr(PrintWriter other) {
        return new Invocation(environment, workingDirectory, in, out, other, end, settings);
    }

    /** Returns the surroundings of a command, which the program's own command supplies. */
    public static Invocation of(CommandSpec spec) {
        return (Invocation) ((Supplier<?>) spec.root().userObject()).get();
    }

    /** Returns a path that the user gave, relative to the working directory. */
    public Path resolve(Path path) {
        return workingDirectory.resolve(path);
    }

    /** Returns whether an argument is a setting, {@code name=value}, and not the name of a file, nor an address. */
    public boolean isSetting(String argument) {
        return argument.matches("(?s)[^=]+=.*") && !argument.matches("(?s)[A-Za-z0-9]+://.*") && !isFile(argument);
    }

    /** Returns whether a file or folder of that name exists. */
    public boolean isFile(String name) {
        try {
            return Files.exists(resolve(Path.of(name)));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns a question in brackets about a file of the working directory whose name is near; empty if none is. */
    public String nearFile(String name) {
        try (Stream<Path> files = Files.list(workingDirectory.toAbsolutePath())) {
            return NearestName.hint(
                    name,
                    files.limit(MOST_FILES)
                            .map(file -> String.valueOf(file.getFileName()))
                            .toList());
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }

    /**
     * Returns the password in a file, which may end with a line break.
     *
     * @param source option or variable that names the file, for messages
     * @throws UsageException if the file cannot be used
     */
    public String secret(String source, Path file) {
        try {
            Path found = privateFile(source, file);
            String password = Files.size(found) > LONGEST_SECRET
                    ? ""
                    : Files.readString(found).strip();
            if (password.isEmpty() || password.contains("\n")) {
                throw new UsageException("%s: %s is not a password in one line".formatted(source, file));
            }
            return password;
        } catch (IOException e) {
            throw new UsageException("%s: %s cannot be read (%s)"
                    .formatted(source, file, e.getClass().getSimpleName()));
        }
    }

    /**
     * Returns the path of a file with a secret.
     *
     * @param source option or variable that names the file, for messages
     * @throws UsageException if there is none, or if others can read it
     */
    public Path privateFile(String source, Path file) {
        Path found = resolve(file);
        try {
            PrivateFile.problem(found).ifPresent(problem -> {
                throw new UsageException("%s: %s: %s".formatted(source, file, problem));
            });
            return found;
        } catch (NoSuchFileException e) {
            throw new UsageException("%s: there is no file %s".formatted(source, file));
        } catch (IOException e) {
            throw new UsageException("%s: %s cannot be read (%s)"
                    .formatted(source, file, e.getClass().getSimpleName()));
        }
    }

    /** Whether MONGOHAUL_DEBUG turns on debug log lines and stack traces. */
    public boolean debug() {
        return !environment.getOrDefault("MONGOHAUL_DEBUG", "").isBlank();
    }
}
