package dev.mongohaul.repository.lease;

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
 * Stored lease of an import: its owner, and the time when it expires unless it is renewed.
 *
 * @param token random for each owner; every write of an owner filters by it, so that one that has lost the lease cannot
 *     write
 * @param host of the owner, as text
 * @param processes identifies the set of processes in which the pid is valid, see {@link #visibleProcesses}; null if
 *     unknown
 * @param pid of the owner
 * @param processStart when the owner's process began, which distinguishes it from a later one of the same pid; the
 *     epoch if unknown
 * @param expiresAt in the server's time
 * @param changes namespace that no other import may change; null if others may
 */
public record Lease(
        String token,
        String host,
        @Nullable String processes,
        long pid,
        Instant processStart,
        Instant expiresAt,
        @Nullable String changes) {

    /** Name of the non-identifying job parameter with the token under which a run was begun. */
    public static final String PARAMETER = "lease";

    /** Expiry of a lease whose owner has ended, and whose target must be changed by no other import before its sessions end. */
    public static final Instant RELEASED = Instant.EPOCH;

    private static final Path PROC = Path.of("/proc");

    private static final Duration CLOCK_STEPS = Duration.ofSeconds(10);

    /** Returns a lease for this process. It counts as expired until the server sets its end. */
    public static Lease ofThisProcess() {
        ProcessHandle process = ProcessHandle.current();
        return new Lease(
                UUID.randomUUID().toString(),
                localHost(),
                visibleProcesses(),
                process.pid(),
                startOf(process),
                Instant.EPOCH,
                null);
    }

    public Lease changing(@Nullable String target) {
        return new Lease(token, host, processes, pid, processStart, expiresAt, target);
    }

    /**
     * Returns an identifier of the processes that this one can see: the boot of the machine, since clones have the same
     * host name, and the PID namespace, since each container numbers its own. Null if that is unknown, or if /proc
     * hides the processes of other users; then no owner is taken for dead before its lease ends.
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

    /** Returns whether the owner has certainly ended: it released the lease, or this process would see it if it ran. */
    public boolean ownerIsDead() {
        return isReleased() || (ownerWouldBeSeen() && !ownerRunsHere());
    }

    /** Returns whether the owner is certainly alive: this process sees it. */
    public boolean ownerIsAlive() {
        return !isReleased() && ownerWouldBeSeen() && ownerRunsHere();
    }

    private boolean isReleased() {
        return expiresAt.equals(RELEASED);
    }

    private boolean ownerWouldBeSeen() {
        return processes != null && processes.equals(visibleProcesses());
    }

    /** Start times are compared with a tolerance: they are computed from the system's clock, which is adjusted at times. */
    private boolean ownerRunsHere() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(process -> Duration.between(startOf(process), processStart))
                .filter(difference -> difference.abs().compareTo(CLOCK_STEPS) < 0)
                .isPresent();
    }

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
