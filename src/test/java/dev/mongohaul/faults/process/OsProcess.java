package dev.mongohaul.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A process started by the tests. Processes that are still alive are killed when the JVM ends. */
public final class OsProcess {

    private static final Set<Process> STARTED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> STARTED.forEach(Process::destroyForcibly), "kill-started-processes"));
    }

    private final Process process;

    private OsProcess(Process process) {
        this.process = process;
    }

    /** Starts a process with empty standard input. */
    public static OsProcess start(ProcessBuilder builder) {
        try {
            Process process =
                    builder.redirectInput(Path.of("/dev/null").toFile()).start();
            STARTED.add(process);
            var unused = process.onExit().thenAccept(STARTED::remove);
            return new OsProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public int exitValue() {
        return process.exitValue();
    }

    /** Waits for the end of the process. Returns whether it ended within the limit. */
    public boolean endsWithin(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Sends SIGKILL, and waits for the end of the process. This also ends a paused process. */
    public void kill() {
        process.destroyForcibly();
        endsWithin(Duration.ofSeconds(10));
    }

    /** Sends a signal, for example {@code TERM}. Does nothing if the process has ended. */
    public void signal(String name) {
        if (process.isAlive()) {
            Signals.send(name, pid());
        }
    }
}
