package dev.mongohaul.job.worker;

import dev.mongohaul.repository.partition.WaitingPartition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/** Decides to which partitions of a run workers are invited, and when they are invited again. For one thread. */
final class Inviter {

    private final String plan;
    private final long run;
    private final Duration lease;
    private final LongSupplier nanoTime;
    private final Sender sender;
    private final Map<Long, Long> invitedAtNanos = new HashMap<>();

    /** @param lease duration of a claim */
    Inviter(String plan, long run, Duration lease, LongSupplier nanoTime, Sender sender) {
        this.plan = plan;
        this.run = run;
        this.lease = lease;
        this.nanoTime = nanoTime;
        this.sender = sender;
    }

    /** Queue of the invitations. */
    @FunctionalInterface
    interface Sender {

        /**
         * Sends an invitation.
         *
         * @param again whether the partition was invited to before
         * @return whether the broker has accepted it
         */
        boolean send(Invitation invitation, boolean again);
    }

    /** Returns why an import cannot succeed because of the partition. */
    static String failure(WaitingPartition partition) {
        String reason = Objects.requireNonNullElse(partition.failure(), "its workers died without a message");
        return partition.fatal()
                ? reason
                : "Bytes %d to %d of the input were begun %d times without progress, the last time by %s: %s"
                        .formatted(partition.from(), partition.to(), partition.attempts(), partition.worker(), reason);
    }

    /** Invites workers to the partitions, unless an invitation to them is still waited for. */
    void invite(List<WaitingPartition> waiting) {
        long now = nanoTime.getAsLong();
        for (WaitingPartition partition : waiting) {
            Long invited = invitedAtNanos.get(partition.from());
            if (invited == null || now - invited > patience(partition).toNanos()) {
                if (!sender.send(new Invitation(plan, run, partition.from()), invited != null)) {
                    return;
                }
                invitedAtNanos.put(partition.from(), now);
            }
        }
    }

    /** Returns how long an invitation is waited for. It costs little to send one too many. */
    private Duration patience(WaitingPartition partition) {
        return partition.expired() ? lease.dividedBy(4) : lease;
    }
}
