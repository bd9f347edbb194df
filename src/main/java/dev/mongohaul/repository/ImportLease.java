package dev.mongohaul.repository;

import dev.mongohaul.mongo.RetryBudget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease of an import that this process owns, renewed by a thread of its own until it is closed.
 *
 * <p>It is renewed 60 times in its duration, once a second for the usual 60 s; so a takeover or a stop request is
 * noticed within a second. An attempt may take an eighth of the duration. An outage of 25 s is survived in the worst
 * case: it begins just before a renewal (1 s since the last one), and at its end an attempt hangs on a dead connection
 * (7.5 s) before the next one succeeds (1 s). The sum is 34.5 s, and two thirds of the lease, 40 s, may pass.
 *
 * <p>{@link #check()} is called before each chunk.
 */
public final class ImportLease implements WriteRight, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ImportLease.class);
    private static final int RENEWALS = 60;
    private static final int ATTEMPTS = 8;
    private static final Duration SHORTEST_ATTEMPT = Duration.ofSeconds(1);

    private final ImportPlans plans;
    private final String key;
    private final Lease lease;
    private final LeaseClock clock;
    private final ScheduledExecutorService renewal;
    private volatile Runnable stop = () -> {};

    private ImportLease(ImportPlans plans, String key, Lease lease, Duration duration, long claimedAtNanos) {
        this.plans = plans;
        this.key = key;
        this.lease = lease;
        this.clock = new LeaseClock(duration, System::nanoTime, claimedAtNanos);
        this.renewal = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lease-renewal");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Claims the lease of a stored plan; empty if another process holds it. */
    public static Optional<ImportLease> claim(ImportPlans plans, String key, Duration duration) {
        return claim(plans, key, null, duration);
    }

    /**
     * Claims the lease of a stored plan together with its target.
     *
     * @param target namespace that nobody else may change; null if others may
     * @return empty if another process holds the lease, or a lease with this target
     */
    public static Optional<ImportLease> claim(
            ImportPlans plans, String key, @Nullable String target, Duration duration) {
        long now = System.nanoTime();
        return plans.claim(key, Lease.ofThisProcess().changing(target), duration)
                .map(lease -> {
                    ImportLease mine = new ImportLease(plans, key, lease, duration, now);
                    plans.add(mine);
                    long period = duration.toMillis() / RENEWALS;
                    var unused =
                            mine.renewal.scheduleWithFixedDelay(mine::renew, period, period, TimeUnit.MILLISECONDS);
                    return mine;
                });
    }

    public Lease lease() {
        return lease;
    }

    @Override
    public String token() {
        return lease.token();
    }

    /** Returns the retry policy of operations under this lease. */
    public RetryBudget retryPolicy() {
        return plans.retryPolicy();
    }

    /** Sets the action for stop requests of other processes. The renewing thread runs it, possibly more than once. */
    public void whenAskedToStop(Runnable action) {
        stop = action;
    }

    @Override
    public void check() {
        clock.check();
    }

    @Override
    public void confirm() {
        check();
        plans.requireOwned(key, lease);
    }

    @Override
    public LeaseLostException lost() {
        clock.lose(LeaseLostException.TAKEN_OVER);
        renewal.shutdown();
        return new LeaseLostException(LeaseLostException.TAKEN_OVER);
    }

    private void renew() {
        long now = System.nanoTime();
        try {
            check();
            if (plans.renew(key, lease, clock.duration(), attempt(clock.duration()))) {
                stop.run();
            }
            clock.renewed(now);
        } catch (LeaseLostException e) {
            LOG.debug("The lease is lost", e);
            renewal.shutdown();
        } catch (RuntimeException e) {
            LOG.debug("One renewal of the lease failed", e);
        }
    }

    /** Returns the longest duration of one attempt to renew a lease. */
    static Duration attempt(Duration duration) {
        Duration part = duration.dividedBy(ATTEMPTS);
        return part.compareTo(SHORTEST_ATTEMPT) < 0 ? SHORTEST_ATTEMPT : part;
    }

    /** Releases the lease, so that the next run does not have to wait. */
    @Override
    public void close() {
        renewal.shutdownNow();
        plans.remove(this);
        try {
            plans.release(key, lease);
        } catch (RuntimeException e) {
            LOG.debug("The lease was not released; it expires by itself", e);
        }
    }

    /** Exception for a lease that this process has lost, or soon will lose. It must not write any more. */
    public static final class LeaseLostException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        static final String TAKEN_OVER =
                "The import was taken over by another process; this one stopped without writing any more";

        static final String NOT_RENEWED =
                "The import's lease could not be renewed in time, so that another process may begin; this one stopped"
                        + " without writing any more. Run the same command to resume";

        LeaseLostException(String message) {
            super(message);
        }
    }

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
     * @param changes namespace that nobody else may change; null if others may
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

        Lease changing(@Nullable String target) {
            return new Lease(token, host, processes, pid, processStart, expiresAt, target);
        }

        /**
         * Returns an identifier of the processes that this one can see: the boot of the machine, since clones have the same
         * host name, and the PID namespace, since each container numbers its own. Null if that is unknown, or if /proc
         * hides the processes of other users; then no owner is taken for dead before its lease ends.
         */
        public static @Nullable String visibleProcesses() {
            try {
                String boot = Files.readString(PROC.resolve("sys/kernel/random/boot_id"))
                        .strip();
                Path namespace = Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
                return Files.exists(PROC.resolve("1")) ? boot + " " + namespace : null;
            } catch (IOException | UnsupportedOperationException e) {
                return null;
            }
        }

        /** Returns whether the owner is certainly dead: this process would see it if it ran. */
        public boolean ownerIsDead() {
            return ownerWouldBeSeen() && !ownerRunsHere();
        }

        /** Returns whether the owner is certainly alive: this process sees it. */
        public boolean ownerIsAlive() {
            return ownerWouldBeSeen() && ownerRunsHere();
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
}
