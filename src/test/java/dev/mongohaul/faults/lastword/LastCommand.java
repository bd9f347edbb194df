package dev.mongohaul.faults.lastword;

import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireCommand;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Network of a process that is killed or paused at its Nth command. The command is delivered when it is released. Until then, a
 * paused process waits with all its commands; a killed one sends no other command any more.
 */
final class LastCommand implements Interference {

    private static final Set<String> WRITES = Set.of(
            "insert",
            "update",
            "delete",
            "findAndModify",
            "bulkWrite",
            "commitTransaction",
            "renameCollection",
            "collMod",
            "create",
            "createIndexes",
            "drop",
            "killSessions");
    private static final Set<String> READS = Set.of("find", "aggregate", "distinct", "count", "listCollections");

    private final int nth;
    private final Fate fate;
    private final Predicate<WireCommand> counted;
    private final AtomicInteger count = new AtomicInteger();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile boolean armed;
    private volatile @Nullable WireCommand held;

    /** What happens to the process. */
    enum Fate {
        /** It is killed, and the network delivers its last command later. */
        KILLED,
        /** It is paused, and continues later. */
        PAUSED
    }

    /** @param counted commands of which the Nth is meant */
    LastCommand(int nth, Fate fate, Predicate<WireCommand> counted) {
        this.nth = nth;
        this.fate = fate;
        this.counted = counted;
    }

    @Override
    public Verdict decide(WireCommand command) throws InterruptedException {
        if (isReached()) {
            if (fate == Fate.KILLED) {
                return Verdict.CUT_REQUEST;
            }
            released.await();
            return Verdict.PASS;
        }
        if (!armed || !isWatched(command) || !counted.test(command) || count.incrementAndGet() != nth) {
            return Verdict.PASS;
        }
        held = command;
        reached.countDown();
        released.await();
        return new Verdict.HoldReply(new Verdict.Gate() {

            @Override
            public Verdict await() {
                answered.countDown();
                return fate == Fate.KILLED ? Verdict.CUT_REPLY : Verdict.PASS;
            }

            // A server that undoes writes after an election closes all connections: the command is never executed.
            @Override
            public void lost() {
                answered.countDown();
            }
        });
    }

    /** Leases are renewed at any time, and Spring Batch's documents only describe a run. */
    private boolean isWatched(WireCommand command) {
        boolean ofLease =
                command.name().equals("findAndModify") && command.collection().equals("mongohaul_imports");
        return !ofLease
                && !command.collection().startsWith("BATCH_")
                && (WRITES.contains(command.name()) || (fate == Fate.PAUSED && READS.contains(command.name())));
    }

    /** Counts commands from now on. */
    void arm() {
        armed = true;
    }

    boolean isReached() {
        return reached.getCount() == 0;
    }

    /** Returns the command; null before it is reached. */
    @Nullable
    WireCommand held() {
        return held;
    }

    /** Delivers the command, and waits until the server has answered it, or has closed the connection before. */
    void deliver() throws InterruptedException {
        released.countDown();
        if (!answered.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the server does not answer " + held);
        }
    }
}
