package dev.mongohaul.cli.run;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Terminal;
import dev.mongohaul.job.step.ImportMonitor;
import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets an import end its chunk when the process is told to end (SIGINT, SIGTERM), and returns the import's exit code
 * instead of the signal's.
 */
final class StopOnSignal implements AutoCloseable {

    /** Then the process ends, and the next try continues from the last checkpoint. */
    private static final long PATIENCE_SECONDS = 28;

    private final CompletableFuture<ExitCode> ending = new CompletableFuture<>();
    private final CompletableFuture<ExitCode> closed = new CompletableFuture<>();
    private final Thread hook;

    private StopOnSignal(ImportMonitor monitor, PrintWriter err) {
        this.hook = new Thread(() -> stop(monitor, err), "stop-on-signal");
    }

    static StopOnSignal install(ImportMonitor monitor, PrintWriter err) {
        StopOnSignal signal = new StopOnSignal(monitor, err);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    /** Says how the import ended, before what it used is closed. */
    void ending(ExitCode code) {
        ending.complete(code);
    }

    private void stop(ImportMonitor monitor, PrintWriter err) {
        err.println(
                (Terminal.isStandardError() ? System.lineSeparator() : "") + "Stopping after the chunk in flight ...");
        err.flush();
        monitor.requestStop();
        int code = ExitCode.FAILED.value();
        try {
            code = closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS).value();
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            err.printf("The import did not end within %d s%n", PATIENCE_SECONDS);
            err.flush();
        }
        Runtime.getRuntime().halt(code);
    }

    @Override
    public void close() {
        closed.complete(ending.getNow(ExitCode.FAILED));
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook waits for what was just completed.
            return;
        }
    }
}
