package dev.mongohaul.cli;

import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.session.Invocation;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/**
 * Program in a folder that has the project's {@code jobs} and {@code data}, with the test server's database of this
 * name in {@code MONGODB_URI}. {@link #run} runs in this process where possible, {@link #start} as {@code java -jar}.
 *
 * @param jvmOptions before {@code -jar}
 * @param environment variables added to those of the tests
 */
record Program(Path folder, List<String> jvmOptions, Map<String, String> environment) {

    private static final long TIMEOUT_SECONDS = 180;

    /** Result of a command. */
    record Result(int exitCode, String out, String err) {}

    static Program in(Path folder, String database) {
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
    static String uri(String database) {
        return TestServer.uri().replaceFirst("^(mongodb://[^/?]+)(/[^?]*)?", "$1/" + database);
    }

    Program with(Map<String, String> otherEnvironment) {
        return new Program(folder, jvmOptions, otherEnvironment);
    }

    Program withJvm(String... options) {
        return new Program(folder, List.of(options), environment);
    }

    /** Runs a command to its end, with empty standard input. */
    Result run(String... arguments) {
        return needsProcess() ? start(arguments).await() : runInProcess(InputStream.nullInputStream(), arguments);
    }

    /** Runs a command to its end, with a file as standard input. */
    Result runWith(Path input, String... arguments) {
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
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Map<String, String> variables = new HashMap<>(System.getenv());
        setEnvironment(variables);
        Invocation invocation = new Invocation(
                variables,
                folder,
                in,
                new StandardOutput(out, StandardCharsets.UTF_8),
                Terminal.writer(err, StandardCharsets.UTF_8));
        int exitCode = CapturedLog.into(err, () -> MongohaulCommand.execute(invocation, arguments));
        return new Result(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
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
        List<String> program = new ArrayList<>(List.of("-jar", jar()));
        program.addAll(List.of(arguments));
        return java(program);
    }

    private static String jar() {
        return dev.mongohaul.faults.process.Program.jar().toString();
    }

    private ProcessBuilder java(List<String> program) {
        // The archive hides which classes the verifier loads.
        boolean logsClasses = jvmOptions.stream().anyMatch(option -> option.startsWith("-Xlog"));
        return java(logsClasses ? Optional.empty() : ClassArchive.OPTION, program);
    }

    private ProcessBuilder java(Optional<String> archive, List<String> program) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        archive.ifPresent(command::add);
        command.addAll(jvmOptions);
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(Signals.enableInterrupt(command)).directory(folder.toFile());
        setEnvironment(builder.environment());
        return builder;
    }

    /** Class archive of an import. With it, and without the agent for the coverage, a process starts in half of the time. */
    private static final class ClassArchive {

        static final Optional<String> OPTION = write();

        private static Optional<String> write() {
            try {
                Path folder = Files.createTempDirectory("mongohaul-classes");
                ProcessBuilder program = in(folder, "class_archive")
                        .java(
                                Optional.of(dev.mongohaul.faults.process.Program.leaveArchive()),
                                List.of("-jar", jar(), "import", "products"));
                Result result = start(program).await();
                if (result.exitCode() != 0) {
                    throw new IllegalStateException(result.err());
                }
                FileSystemUtils.deleteRecursively(folder);
                return dev.mongohaul.faults.process.Program.archive().map(file -> "-XX:SharedArchiveFile=" + file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Running process of the program. */
    record RunningProgram(Process process, Path out, Path err) {

        /** Waits for the end of the process. */
        Result await() {
            return await(TIMEOUT_SECONDS);
        }

        /** Waits for the end of the process, at most these seconds. */
        Result await(long seconds) {
            try {
                if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException("The program does not end: " + text(err));
                }
                Result result = new Result(process.exitValue(), text(out), text(err));
                FileSystemUtils.deleteRecursively(out.getParent());
                return result;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
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
