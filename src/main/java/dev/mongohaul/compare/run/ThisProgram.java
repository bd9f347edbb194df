package dev.mongohaul.compare.run;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Command that starts this program again, with the same Java, options and classes. */
public record ThisProgram(List<String> command) {

    private static final double MEGA = 1e6;
    private static final String MAIN = "dev.mongohaul.Mongohaul";

    /** Options that would have two processes write to one file. */
    private static final List<String> SINGLE_PROCESS =
            List.of("-XX:ArchiveClassesAtExit", "-XX:StartFlightRecording", "-XX:LogFile", "-XX:FlightRecorder");

    public ThisProgram {
        command = List.copyOf(command);
    }

    /** Returns the command that started this process. */
    public static ThisProgram running() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        command.addAll(program(System.getProperty("java.class.path"), System.getProperty("sun.java.command", "")));
        return new ThisProgram(command);
    }

    /** Returns the JVM options that another process can have too: tuning and properties, but no agents. */
    static List<String> options(List<String> all) {
        return all.stream()
                .filter(option -> Stream.of("-XX:", "-Xm", "-Xs", "-D").anyMatch(option::startsWith))
                .filter(option -> SINGLE_PROCESS.stream().noneMatch(option::startsWith))
                .toList();
    }

    /** Returns {@code -jar} if this process was started by it, else the class path and the main class. */
    static List<String> program(String classPath, String startedBy) {
        boolean jar = classPath.endsWith(".jar") && (startedBy + " ").startsWith(classPath + " ");
        return jar ? List.of("-jar", classPath) : List.of("-cp", classPath, MAIN);
    }

    /** Returns the command with another heap, such as {@code 2g}. */
    ThisProgram withHeap(String size) {
        List<String> other = new ArrayList<>(command);
        other.removeIf(option -> option.startsWith("-Xmx") || option.startsWith("-Xms"));
        other.add(1, "-Xmx" + size);
        return new ThisProgram(other);
    }

    /** Returns a description of the machine: processors, system, Java and heap. */
    public static String machine() {
        return String.format(
                Locale.ROOT,
                "%d processors, %s %s, Java %s, heap up to %.0f MB",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                System.getProperty("java.version"),
                Runtime.getRuntime().maxMemory() / MEGA);
    }

    List<String> with(List<String> arguments) {
        return Stream.concat(command.stream(), arguments.stream()).toList();
    }
}
