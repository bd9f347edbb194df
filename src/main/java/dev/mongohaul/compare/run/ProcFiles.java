package dev.mongohaul.compare.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Figures that Linux tells of processes in {@code /proc}; empty on other systems. */
final class ProcFiles {

    /** Of {@code /proc}, whatever the kernel's own clock is. */
    private static final double TICKS = 100;

    private static final long KIB = 1024;
    private static final Pattern PEAK = Pattern.compile("^VmHWM:\\s*(\\d+) kB$", Pattern.MULTILINE);

    /** Places behind the command's name, which is in parentheses. */
    private static final int CHILDREN_USER = 13;

    private static final int CHILDREN_SYSTEM = 14;

    private ProcFiles() {}

    /** CPU seconds of all children that have ended, to a hundredth of a second. */
    static Optional<Double> cpuSecondsOfEndedChildren() {
        return read(Path.of("/proc/self/stat")).map(ProcFiles::childrenSeconds);
    }

    static double childrenSeconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM])) / TICKS;
    }

    /** The most memory that was resident so far; empty once the process has ended. */
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
