package dev.mongohaul;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Costs of the test classes of one JVM: a line for each class, in a file of the folder {@code -Dtest.costs}, with the name, the
 * seconds, the processor seconds of the JVM and of the processes that ended meanwhile, those of the JVM since its start, and the
 * processor milliseconds of a piece of work that is always the same, measured with every eighth class. A server that runs until
 * the JVM ends is part of no class. {@code .ci/TestCosts.java} reads the lines.
 */
public final class TestCosts implements TestExecutionListener {

    private static final Path STAT = Path.of("/proc/self/stat");
    private static final int FIRST_TIME = 11;
    private static final int TIMES = 4;
    /** Ticks of a second in {@code /proc}: 100 on all architectures of Linux that Java supports. */
    private static final double TICKS = 100;

    private static final int REFERENCE_WORDS = 10_000;
    /** Classes for which one measured reference holds. */
    private static final int CLASSES = 8;

    private final Path file = Path.of(
            System.getProperty("test.costs", "target/test-costs/other"),
            ProcessHandle.current().pid() + ".tsv");
    private final Map<String, Begin> begins = new HashMap<>();
    private int classes;
    private double reference;

    private record Begin(long nanos, double cpu) {}

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isTopLevel(test)) {
            begins.put(test.getUniqueId(), new Begin(System.nanoTime(), cpuSeconds()));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Begin begin = begins.remove(test.getUniqueId());
        if (begin != null) {
            double seconds = (System.nanoTime() - begin.nanos())
                    / (double) Duration.ofSeconds(1).toNanos();
            double cpu = cpuSeconds();
            if (classes++ % CLASSES == 0) {
                reference = referenceMillis();
            }
            write("%s\t%.2f\t%.2f\t%.2f\t%.3f%n"
                    .formatted(test.getLegacyReportingName(), seconds, cpu - begin.cpu(), cpu, reference));
        }
    }

    private static boolean isTopLevel(TestIdentifier test) {
        return test.getSource()
                .filter(ClassSource.class::isInstance)
                .filter(source -> !((ClassSource) source).getClassName().contains("$"))
                .isPresent();
    }

    private void write(String line) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the processor time of a piece of work that is always the same: it says how fast the machine is now. */
    private static double referenceMillis() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = threads.getCurrentThreadCpuTime();
        Map<String, Integer> words = new TreeMap<>();
        new Random(1)
                .ints(REFERENCE_WORDS, 0, REFERENCE_WORDS)
                .forEach(word -> words.merge("word " + word, 1, Integer::sum));
        long took = threads.getCurrentThreadCpuTime() - began;
        return words.isEmpty() ? 0 : took / (double) Duration.ofMillis(1).toNanos();
    }

    /** Returns the processor time of this JVM and, on Linux, of its ended processes with those that they waited for. */
    private static double cpuSeconds() {
        if (!Files.isReadable(STAT)) {
            OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            return system.getProcessCpuTime() / (double) Duration.ofSeconds(1).toNanos();
        }
        try {
            String text = Files.readString(STAT);
            // The name of the program, in parentheses, may have blanks.
            List<String> fields =
                    List.of(text.substring(text.lastIndexOf(')') + 2).split(" ", -1));
            return fields.subList(FIRST_TIME, FIRST_TIME + TIMES).stream()
                            .mapToLong(Long::parseLong)
                            .sum()
                    / TICKS;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
