package dev.mongohaul.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Signals for processes of tests. A shell lets commands in the background ignore SIGINT, and their processes inherit that. */
public final class Signals {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final long SIGINT = 1 << 1;

    /** GNU's coreutils have the option since version 8.31. */
    private static final List<String> PREFIX = List.of("env", "--default-signal=INT");

    private static final boolean ENABLE = areIgnored() && isSupported();

    private Signals() {}

    /** Returns the command line of a process that handles SIGINT, also if this process ignores it. */
    public static List<String> enableInterrupt(List<String> command) {
        return ENABLE ? Stream.concat(PREFIX.stream(), command.stream()).toList() : command;
    }

    /** Sends a signal, given by its name without SIG, by the shell's own command: small systems have no other one. */
    public static void send(String name, long pid) {
        run(List.of("sh", "-c", "kill -s \"$0\" \"$1\"", name, Long.toString(pid)));
    }

    private static boolean areIgnored() {
        if (!Files.isReadable(STATUS)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(IGNORED))
                    .map(line -> line.substring(IGNORED.length()).strip())
                    .anyMatch(signals -> (Long.parseUnsignedLong(signals, 16) & SIGINT) != 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSupported() {
        return run(Stream.concat(PREFIX.stream(), Stream.of("true")).toList());
    }

    private static boolean run(List<String> command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
