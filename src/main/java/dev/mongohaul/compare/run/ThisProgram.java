package dev.mongohaul.compare.run;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The program that is running, to be started again with the same Java, the same options and the same classes.
 *
 * @param command all before the program's own arguments
 */
public record ThisProgram(List<String> command) {

    private static final String MAIN = "dev.mongohaul.Mongohaul";

    /** Options that would have two processes write to one file. */
    private static final List<String> OF_ONE_PROCESS =
            List.of("-XX:ArchiveClassesAtExit", "-XX:StartFlightRecording", "-XX:LogFile", "-XX:FlightRecorder");

    public ThisProgram {
        command = List.copyOf(command);
    }

    /** As this process was started. */
    public static ThisProgram running() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        command.addAll(program(System.getProperty("java.class.path"), System.getProperty("sun.java.command", "")));
        return new ThisProgram(command);
    }

    /** Of a JVM's options, those that another process can have too: tuning and properties, but no agents. */
    static List<String> options(List<String> all) {
        return all.stream()
                .filter(option -> Stream.of("-XX:", "-Xm", "-Xs", "-D").anyMatch(option::startsWith))
                .filter(option -> OF_ONE_PROCESS.stream().noneMatch(option::startsWith))
                .toList();
    }

    /** {@code -jar} where the command that started this process begins with the class path, which then is the jar. */
    static List<String> program(String classPath, String startedBy) {
        boolean jar = classPath.endsWith(".jar") && (startedBy + " ").startsWith(classPath + " ");
        return jar ? List.of("-jar", classPath) : List.of("-cp", classPath, MAIN);
    }

    /** The same with another heap, such as {@code 2g}. */
    public ThisProgram withHeap(String size) {
        List<String> other = new ArrayList<>(command);
        other.removeIf(option -> option.startsWith("-Xmx"));
        other.add(1, "-Xmx" + size);
        return new ThisProgram(other);
    }

    List<String> with(List<String> arguments) {
        return Stream.concat(command.stream(), arguments.stream()).toList();
    }
}
