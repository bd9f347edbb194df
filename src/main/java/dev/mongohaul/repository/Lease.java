package dev.mongohaul.repository;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who runs an import, and until when without a sign of life.
 *
 * @param token drawn anew by each owner; every write of an owner has it in its filter, so that one who lost the lease
 *     cannot write any more
 * @param host of the owner, for people
 * @param processes names the processes among which the pid is the owner's: {@link #visibleProcesses}; null where unknown
 * @param pid of the owner
 * @param processStart when that process began, which tells it from a later one of the same pid; the epoch where unknown
 * @param expiresAt in the server's time
 */
public record Lease(
        String token, String host, @Nullable String processes, long pid, Instant processStart, Instant expiresAt) {

    /** Name of the job parameter, not an identifying one, that tells under which token a run was begun. */
    public static final String PARAMETER = "lease";

    private static final Path PROC = Path.of("/proc");

    private static final Duration CLOCK_STEPS = Duration.ofSeconds(10);

    /** A lease for this process, expired until the server sets its end. */
    static Lease ofThisProcess() {
        ProcessHandle process = ProcessHandle.current();
        return new Lease(
                UUID.randomUUID().toString(),
                localHost(),
                visibleProcesses(),
                process.pid(),
                startOf(process),
                Instant.EPOCH);
    }

    /**
     * Names the processes that this one can see: by the boot of the machine, since clones have one host name, and by the
     * PID namespace, since each container numbers its own. Null where that is not known, or where /proc hides the processes
     * of other users: then no owner is taken for dead before its lease ends.
     */
    public static @Nullable String visibleProcesses() {
        try {
            String boot =
                    Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
            Path namespace = Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
            return Files.exists(PROC.resolve("1")) ? boot + " " + namespace : null;
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Whether the owner is known to be dead: it would be seen if it ran. */
    public boolean ownerIsDead() {
        return ownerWouldBeSeen() && !ownerRunsHere();
    }

    /** Whether the owner is known to be alive: it is seen to run. */
    public boolean ownerIsAlive() {
        return ownerWouldBeSeen() && ownerRunsHere();
    }

    private boolean ownerWouldBeSeen() {
        return processes != null && processes.equals(visibleProcesses());
    }

    private boolean ownerRunsHere() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> isSame(startOf(process)))
                .isPresent();
    }

    /** Start times are figured from the system's clock, which is set now and then: a second asked may get another. */
    private boolean isSame(Instant start) {
        return Duration.between(start, processStart).abs().compareTo(CLOCK_STEPS) < 0;
    }

    /** The owner as a person would look for it. */
    public String owner() {
        return String.format(Locale.ROOT, "process %d on %s", pid, host);
    }

    private static Instant startOf(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }

    private static String localHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
