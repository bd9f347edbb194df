package dev.mongohaul.mongo.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * One process of the operating system, told from a later one with the same number by its start.
 *
 * @param pid process number
 * @param started as the operating system tells it, or the epoch where it does not
 */
record ServerProcess(long pid, Instant started) {

    static Optional<ServerProcess> of(long pid) {
        return ProcessHandle.of(pid).filter(ServerProcess::runs).map(handle -> new ServerProcess(pid, start(handle)));
    }

    /** The process, if it is alive and its command line names the path: a mongod of this data directory. */
    static Optional<ServerProcess> of(long pid, Path onCommandLine) {
        return of(pid).filter(process -> process.handle()
                .flatMap(handle -> handle.info().arguments())
                .filter(arguments -> Arrays.asList(arguments).contains(onCommandLine.toString()))
                .isPresent());
    }

    boolean isAlive() {
        return handle().isPresent();
    }

    /** Asks the process to end. */
    void terminate() {
        handle().ifPresent(ProcessHandle::destroy);
    }

    void kill() {
        handle().ifPresent(ProcessHandle::destroyForcibly);
    }

    /**
     * Whether the process ended within the time. Looks itself, since {@link ProcessHandle#onExit} looks at a process
     * that is no child ever more rarely, up to every 5 s.
     */
    boolean awaitExit(Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        while (isAlive()) {
            if (!deadline.pause()) {
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
     * A process that ended stays "alive" to Java until its parent fetches its exit code; in a container without an init
     * process nobody ever does. What is left of it has no command.
     */
    private static boolean runs(ProcessHandle handle) {
        return handle.isAlive() && handle.info().command().isPresent();
    }

    private static Instant start(ProcessHandle handle) {
        return handle.info().startInstant().orElse(Instant.EPOCH);
    }

    /** The end of a wait that looks again and again. */
    static final class Deadline {

        /** Short beside the quarter second that a server takes to start. */
        private static final Duration POLL = Duration.ofMillis(20);

        private final long nanos;

        private Deadline(long nanos) {
            this.nanos = nanos;
        }

        static Deadline after(Duration timeout) {
            return new Deadline(System.nanoTime() + timeout.toNanos());
        }

        /** Pauses before the next look; false when the time is over or the thread was interrupted (which stays set). */
        boolean pause() {
            if (System.nanoTime() - nanos > 0) {
                return false;
            }
            try {
                Thread.sleep(POLL.toMillis());
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
