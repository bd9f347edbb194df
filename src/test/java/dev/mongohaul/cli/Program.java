package dev.mongohaul.cli;

import dev.mongohaul.mongo.TestServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * {@code java -jar mongohaul.jar}, extracted, in a folder that has the project's {@code jobs} and {@code data}, with the
 * test server's database of this name in {@code MONGODB_URI}.
 *
 * @param jvmOptions before {@code -jar}
 * @param environment on top of what the tests have
 */
record Program(Path folder, List<String> jvmOptions, Map<String, String> environment) {

    private static final long PATIENCE_SECONDS = 180;
    private static final Path TEST_CLASSES = Path.of("target", "test-classes").toAbsolutePath();

    /** What a process came to. */
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

    /** The test server's address with a database in it. */
    static String uri(String database) {
        return TestServer.uri().replaceFirst("^(mongodb://[^/?]+)(/[^?]*)?", "$1/" + database);
    }

    Program with(Map<String, String> otherEnvironment) {
        return new Program(folder, jvmOptions, otherEnvironment);
    }

    Program withJvm(String... options) {
        return new Program(folder, List.of(options), environment);
    }

    /** Runs it to its end, with nothing on standard input. */
    Result run(String... arguments) {
        return start(arguments).await();
    }

    /** Runs it to its end, with a file on standard input. */
    Result runWith(Path input, String... arguments) {
        return start(builder(arguments).redirectInput(input.toFile())).await();
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

    /** One process for many commands; the environment and the folder are the same for all. */
    ResidentProgram resident() {
        String classPath = jar() + File.pathSeparator + TEST_CLASSES;
        return ResidentProgram.start(
                java(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, CommandLoop.class.getName())));
    }

    /** To be started with other pipes. */
    ProcessBuilder builder(String... arguments) {
        List<String> program = new ArrayList<>(List.of("-jar", jar()));
        program.addAll(List.of(arguments));
        return java(program);
    }

    private static String jar() {
        return dev.mongohaul.faults.process.Program.jar().toString();
    }

    private ProcessBuilder java(List<String> program) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        coverageAgent().forEach(command::add);
        command.addAll(jvmOptions);
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MONGO") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(environment);
        return builder;
    }

    /** What measures these tests measures the processes too. */
    private static Stream<String> coverageAgent() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-javaagent:") && option.contains("jacoco"))
                .map(option -> option + ",includes=dev.mongohaul.*");
    }

    /** A process that runs. */
    record RunningProgram(Process process, Path out, Path err) {

        /** Waits for its end. */
        Result await() {
            return await(PATIENCE_SECONDS);
        }

        /** Waits for its end, which may take longer than usual. */
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

        /** Sends it a signal, by its name without SIG. */
        RunningProgram signal(String name) {
            try {
                new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor();
                return this;
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
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
