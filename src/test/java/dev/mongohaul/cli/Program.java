package dev.mongohaul.cli;

import dev.mongohaul.cli.log.ChosenEncoder;
import dev.mongohaul.cli.log.StructuredLog;
import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.faults.process.BuiltProgram;
import dev.mongohaul.faults.process.Signals;
import dev.mongohaul.mongo.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/**
 * Program in a folder that has the project's {@code jobs} and {@code data}, with the test server's database of this
 * name in {@code MONGODB_URI}. {@link #run} runs in this process where possible, {@link #start} as {@code java -jar}.
 *
 * @param jvmOptions before {@code -jar}
 * @param environment variables added to those of the tests
 */
public record Program(Path folder, List<String> jvmOptions, Map<String, String> environment) {

    private static final long TIMEOUT_SECONDS = 180;

    /** Result of a command. */
    public record Result(int exitCode, String out, String err) {}

    public static Program in(Path folder, String database) {
        try {
            for (String sample : List.of("jobs", "data")) {
                FileSystemUtils.copyRecursively(Path.of(sample), folder.resolve(sample));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Program(folder, List.of(), Map.of("MONGODB_URI", uri(database)));
    }

    /** Returns the address of the test server with a database. */
    public static String uri(String database) {
        return TestServer.uri().replaceFirst("^(mongodb://[^/?]+)(/[^?]*)?", "$1/" + database);
    }

    public Program with(Map<String, String> otherEnvironment) {
        return new Program(folder, jvmOptions, otherEnvironment);
    }

    Program withJvm(String... options) {
        return new Program(folder, List.of(options), environment);
    }

    /** Runs a command to its end, with empty standard input. */
    public Result run(String... arguments) {
        return needsProcess() ? start(arguments).await() : runInProcess(InputStream.nullInputStream(), arguments);
    }

    /** Runs a command to its end in this process, with a log in the format that it chooses. */
    Result runWithJsonLog(String... arguments) {
        return new Command(InputStream.nullInputStream(), arguments).runWithJsonLog();
    }

    /** Runs a command to its end, with a file as standard input. */
    public Result runWith(Path input, String... arguments) {
        try (InputStream in = Files.newInputStream(input)) {
            return runInProcess(in, arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether a setting applies to a whole process: JVM options, locale or log. */
    private boolean needsProcess() {
        return !jvmOptions.isEmpty() || environment.containsKey("LC_ALL") || environment.containsKey("MONGOHAUL_DEBUG");
    }

    private Result runInProcess(InputStream in, String... arguments) {
        return new Command(in, arguments).run();
    }

    /** Starts a service, such as a worker, in this process. */
    public Service begin(String... arguments) {
        Command command = new Command(InputStream.nullInputStream(), arguments);
        return new Service(command, CompletableFuture.supplyAsync(command::run, task -> new Thread(task).start()));
    }

    /** A command in this process. */
    public final class Command {

        private final String[] arguments;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final Invocation invocation;

        Command(InputStream in, String... arguments) {
            this.arguments = arguments;
            Map<String, String> variables = new HashMap<>(System.getenv());
            setEnvironment(variables);
            invocation = new Invocation(
                    variables,
                    folder,
                    in,
                    new StandardOutput(out, StandardCharsets.UTF_8),
                    Terminal.writer(err, StandardCharsets.UTF_8));
        }

        Result run() {
            return result(CapturedLog.into(err, () -> MongohaulCommand.execute(invocation, arguments)));
        }

        Result runWithJsonLog() {
            Invocation chosen = StructuredLog.choose(invocation, arguments);
            try {
                return result(CapturedLog.intoJson(
                        err, ChosenEncoder.create(), () -> MongohaulCommand.execute(chosen, arguments)));
            } finally {
                System.clearProperty(Terminal.LOG_FORMAT);
            }
        }

        private Result result(int exitCode) {
            return new Result(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }

    /** A service in this process, which ends by {@link #stop} as a process does by a signal. */
    public record Service(Command command, CompletableFuture<Result> result) implements Running, AutoCloseable {

        @Override
        public String out() {
            return command.out.toString(StandardCharsets.UTF_8);
        }

        @Override
        public String err() {
            return command.err.toString(StandardCharsets.UTF_8);
        }

        @Override
        public boolean isAlive() {
            return !result.isDone();
        }

        @Override
        public Result await() {
            return result.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
        }

        @Override
        public Result stop() {
            command.invocation.end().complete(null);
            return await();
        }

        @Override
        public void close() {
            stop();
        }
    }

    /** A command that runs, as a process or in this one. */
    public interface Running {

        String out();

        String err();

        boolean isAlive();

        /** Waits for the end of the command. */
        Result await();

        /** Ends the command as SIGTERM does. */
        Result stop();
    }

    private void setEnvironment(Map<String, String> variables) {
        variables.keySet().removeIf(name -> name.startsWith("MONGO") || name.startsWith("LC_"));
        variables.put("LC_ALL", "C.UTF-8");
        variables.putAll(environment);
    }

    RunningProgram start(String... arguments) {
        return start(builder(arguments).redirectInput(Path.of("/dev/null").toFile()));
    }

    static RunningProgram start(ProcessBuilder builder) {
        try {
            Path directory = Files.createTempDirectory("mongohaul-output");
            Path out = directory.resolve("out");
            Path err = directory.resolve("err");
            return new RunningProgram(
                    builder.redirectOutput(out.toFile())
                            .redirectError(err.toFile())
                            .start(),
                    out,
                    err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a process that is not started, so that its streams can be redirected. */
    ProcessBuilder builder(String... arguments) {
        BuiltProgram.makeArchive(Program::importOnce);
        return program(arguments);
    }

    private static void importOnce(String jvmOption) {
        try {
            Path folder = Files.createTempDirectory("mongohaul-classes");
            Result result = start(in(folder, "class_archive").withJvm(jvmOption).program("import", "products"))
                    .await();
            if (result.exitCode() != 0) {
                throw new IllegalStateException(result.err());
            }
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessBuilder program(String... arguments) {
        List<String> options = new ArrayList<>(BuiltProgram.quickStart(jvmOptions));
        options.addAll(jvmOptions);
        return process(BuiltProgram.command(options, List.of(arguments)));
    }

    /** Returns a process of any program with the folder and the environment. */
    ProcessBuilder process(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(Signals.enableInterrupt(command)).directory(folder.toFile());
        setEnvironment(builder.environment());
        return builder;
    }

    /** Running process of the program. */
    public record RunningProgram(Process process, Path outFile, Path errFile) implements Running {

        @Override
        public String out() {
            return text(outFile);
        }

        @Override
        public String err() {
            return text(errFile);
        }

        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public Result stop() {
            return signal("TERM").await();
        }

        @Override
        public Result await() {
            return await(TIMEOUT_SECONDS);
        }

        /** Waits for the end of the process, at most these seconds. */
        Result await(long seconds) {
            try {
                if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException("The program does not end: " + err());
                }
                Result result = new Result(process.exitValue(), out(), err());
                FileSystemUtils.deleteRecursively(outFile.getParent());
                return result;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        long pid() {
            return process.pid();
        }

        /** Sends a signal, given by its name without SIG. */
        RunningProgram signal(String name) {
            Signals.send(name, process.pid());
            return this;
        }

        private static String text(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
