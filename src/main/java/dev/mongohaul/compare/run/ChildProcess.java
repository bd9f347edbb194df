package dev.mongohaul.compare.run;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs this program once more and watches it. One child at a time, since their CPU seconds are told in one sum. */
public final class ChildProcess {

    private static final long LOOK_MILLIS = 20;
    private static final double NANOS = 1e9;
    private static final int LAST_WORDS = 5;

    private final ThisProgram program;
    private final Path output;
    private final Cancellation abort;

    /** @param output a file that gets what the child prints, of the last child only */
    public ChildProcess(ThisProgram program, Path output, Cancellation abort) {
        this.program = program;
        this.output = output;
        this.abort = abort;
    }

    /**
     * What a child came to; empty is what this system does not tell.
     *
     * @param seconds from its start to its end
     * @param cpuSeconds of all its threads
     * @param peakBytes of memory that were resident at the same time
     */
    public record Result(double seconds, Optional<Double> cpuSeconds, Optional<Long> peakBytes) {}

    /**
     * Runs it to its end.
     *
     * @param environment on top of this process's own, without what names another server
     * @param good exit codes
     * @throws ComparisonException for another exit code, with the child's last words
     */
    public Result run(List<String> arguments, Map<String, String> environment, List<Integer> good) {
        ProcessBuilder builder = new ProcessBuilder(program.with(arguments))
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("MONGODB_URI", "MONGOHAUL_REPOSITORY_URI"));
        builder.environment().putAll(environment);
        try {
            return watch(builder, good);
        } catch (IOException e) {
            throw new ComparisonException("the program cannot be started again: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ComparisonException("interrupted", e);
        }
    }

    private Result watch(ProcessBuilder builder, List<Integer> good) throws IOException, InterruptedException {
        Optional<Double> cpuBefore = ProcFiles.cpuSecondsOfEndedChildren();
        Optional<Long> peak = Optional.empty();
        long start = System.nanoTime();
        Process process = builder.start();
        abort.watch(process);
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            Optional<Long> seen = ProcFiles.peakResidentBytes(process.pid());
            peak = seen.isPresent() ? seen : peak;
        }
        double seconds = (System.nanoTime() - start) / NANOS;
        if (!good.contains(process.exitValue())) {
            throw new ComparisonException(
                    "the process ended with exit code %d: %s".formatted(process.exitValue(), lastWords()));
        }
        Optional<Double> cpu =
                ProcFiles.cpuSecondsOfEndedChildren().flatMap(after -> cpuBefore.map(before -> after - before));
        return new Result(seconds, cpu, peak);
    }

    private String lastWords() throws IOException {
        List<String> lines = Files.readAllLines(output, Charset.defaultCharset()).stream()
                .filter(line -> !line.isBlank())
                .toList();
        return String.join(" / ", lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
    }
}
