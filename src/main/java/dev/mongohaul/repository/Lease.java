package dev.mongohaul.repository;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * Who runs an import, and until when without a sign of life.
 *
 * @param token drawn anew by each owner; every write of an owner has it in its filter, so that one who lost the lease
 *     cannot write any more
 * @param host of the owner
 * @param pid of the owner on its host
 * @param processStart when that process began, which tells it from a later one of the same pid; the epoch where unknown
 * @param expiresAt in the server's time
 */
public record Lease(String token, String host, long pid, Instant processStart, Instant expiresAt) {

    /** Name of the job parameter, not an identifying one, that tells under which token a run was begun. */
    public static final String PARAMETER = "lease";

    private static final Duration CLOCK_STEPS = Duration.ofSeconds(10);

    /** A lease for this process, expired until the server sets its end. */
    static Lease ofThisProcess() {
        ProcessHandle process = ProcessHandle.current();
        return new Lease(UUID.randomUUID().toString(), localHost(), process.pid(), startOf(process), Instant.EPOCH);
    }

    /** Whether the owner is known to be dead: it ran on this host and runs no more. */
    public boolean ownerIsDead() {
        return host.equals(localHost()) && !ownerRunsHere();
    }

    /** Whether the owner is known to be alive: it runs on this host. */
    public boolean ownerIsAlive() {
        return host.equals(localHost()) && ownerRunsHere();
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
