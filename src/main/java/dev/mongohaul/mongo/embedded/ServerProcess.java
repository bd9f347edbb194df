package dev.mongohaul.mongo.embedded;

import dev.mongohaul.waiting.Pauses;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Process of the operating system, identified by its number and its start time.
 *
 * @param pid process number
 * @param started as the operating system reports it, else the epoch
 */
record ServerProcess(long pid, Instant started) {

    static Optional<ServerProcess> of(long pid) {
        return ProcessHandle.of(pid).filter(ServerProcess::runs).map(handle -> new ServerProcess(pid, start(handle)));
    }

    /** Returns the process if it is alive and its command line contains the path: a mongod of this data directory. */
    static Optional<ServerProcess> of(long pid, Path onCommandLine) {
        return of(pid).filter(process -> process.handle()
                .flatMap(handle -> handle.info().arguments())
                .filter(arguments -> Arrays.asList(arguments).contains(onCommandLine.toString()))
                .isPresent());
    }

    boolean isAlive() {
        return handle().isPresent();
    }

    void terminate() {
        handle().ifPresent(ProcessHandle::destroy);
    }

    void kill() {
        handle().ifPresent(ProcessHandle::destroyForcibly);
    }

    /**
     * Waits for the end of the process; returns false if the time is up. Polls, because {@link ProcessHandle#onExit} polls a
     * process that is not a child at growing intervals of up to 5 s.
     */
    boolean awaitExit(Duration timeout) {
        Pauses deadline = Polling.until(timeout);
        while (isAlive()) {
            if (!deadline.pauseUnlessInterrupted()) {
                return false;
            }
        }
        return true;
    }

    private Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid)
                .filter(ServerProcess::runs)
                .filter(handle -> start(handle).equals(started));
    }

    /**
     * Returns whether the process runs. For Java, a process stays alive until its parent reads its exit code, which never
     * happens in a container without an init process; such a process has no command.
     */
    private static boolean runs(ProcessHandle handle) {
        return handle.isAlive() && handle.info().command().isPresent();
    }

    private static Instant start(ProcessHandle handle) {
        return handle.info().startInstant().orElse(Instant.EPOCH);
    }
}
