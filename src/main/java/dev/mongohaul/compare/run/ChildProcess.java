package dev.mongohaul.compare.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Child process of this program. Only one runs at a time, because the system reports their CPU time as a sum.
 *
 * @param folder the child's working directory
 * @param output file for the output of the last child
 */
public record ChildProcess(ThisProgram program, Path folder, Path output, ComparisonProgress progress) {

    private static final long POLL_MILLIS = 20;
    private static final double NANOS = 1e9;
    private static final int LAST_LINES = 5;

    /** Returns the same with another heap, such as {@code 2g}. */
    public ChildProcess withHeap(String size) {
        return new ChildProcess(program.withHeap(size), folder, output, progress);
    }

    /**
     * Runs a child to its end.
     *
     * @param environment added to this process's own, from which the servers' addresses are removed
     * @param good exit codes
     * @throws ComparisonException for another exit code, with the last lines of the child's output
     */
    public ProcessResult run(List<String> arguments, Map<String, String> environment, List<Integer> good) {
        ProcessBuilder builder = new ProcessBuilder(program.with(arguments))
                .directory(folder.toAbsolutePath().toFile())
                .redirectInput(new File("/dev/null"))
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

    private ProcessResult watch(ProcessBuilder builder, List<Integer> good) throws IOException, InterruptedException {
        Optional<Double> cpuBefore = ProcFiles.cpuSecondsOfEndedChildren();
        Optional<Long> peak = Optional.empty();
        long start = System.nanoTime();
        Process process = builder.start();
        progress.watch(process::destroyForcibly);
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            Optional<Long> seen = ProcFiles.peakResidentBytes(process.pid());
            peak = seen.isPresent() ? seen : peak;
        }
        double seconds = (System.nanoTime() - start) / NANOS;
        if (!good.contains(process.exitValue())) {
            throw new ComparisonException(
                    "the process ended with exit code %d: %s".formatted(process.exitValue(), lastLines()));
        }
        Optional<Double> cpu =
                ProcFiles.cpuSecondsOfEndedChildren().flatMap(after -> cpuBefore.map(before -> after - before));
        return new ProcessResult(seconds, cpu, peak);
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(output, Charset.defaultCharset()).stream()
                .filter(line -> !line.isBlank())
                .toList();
        return String.join(" / ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    /** Figures of processes in Linux's {@code /proc}; empty on other systems. */
    static final class ProcFiles {

        /** Clock ticks per second in {@code /proc}, independent of the kernel's own clock. */
        private static final double TICKS = 100;

        private static final long KIB = 1024;
        private static final Pattern PEAK = Pattern.compile("^VmHWM:\\s*(\\d+) kB$", Pattern.MULTILINE);

        /** Indexes after the command's name, which is in parentheses. */
        private static final int CHILDREN_USER = 13;

        private static final int CHILDREN_SYSTEM = 14;

        private ProcFiles() {}

        /** Returns the CPU seconds of all ended children, to a hundredth. */
        static Optional<Double> cpuSecondsOfEndedChildren() {
            return read(Path.of("/proc/self/stat")).map(ProcFiles::childrenSeconds);
        }

        static double childrenSeconds(String stat) {
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM])) / TICKS;
        }

        /** Returns the peak of resident memory so far; empty once the process has ended. */
        static Optional<Long> peakResidentBytes(long pid) {
            return read(Path.of("/proc", Long.toString(pid), "status")).flatMap(ProcFiles::peak);
        }

        static Optional<Long> peak(String status) {
            Matcher matcher = PEAK.matcher(status);
            return matcher.find() ? Optional.of(Long.parseLong(matcher.group(1)) * KIB) : Optional.empty();
        }

        private static Optional<String> read(Path file) {
            try {
                return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
            } catch (IOException notThere) {
                return Optional.empty();
            }
        }
    }
}
