package dev.mongohaul.faults.pairs;

import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireCommand;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Network of one process, which loses or holds all its commands from its Nth write to a target on. What is held is delivered when
 * it is released.
 */
final class Mishap implements Interference {

    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "bulkWrite");

    private final String target;
    private final int nth;
    private final boolean afterAFile;
    private final Case.Ending ending;
    private final CountDownLatch renewals = new CountDownLatch(2);
    private final AtomicInteger count = new AtomicInteger();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean counting;

    /**
     * @param afterAFile whether writes are counted after a first file was imported
     * @param ending with that of a killed process, commands are lost and not held; with that of a stop, one is held
     */
    Mishap(String target, int nth, boolean afterAFile, Case.Ending ending) {
        this.target = target;
        this.nth = nth;
        this.afterAFile = afterAFile;
        this.ending = ending;
        this.counting = !afterAFile;
    }

    @Override
    public Verdict decide(WireCommand command) throws InterruptedException {
        if (!isReached()) {
            if (afterAFile
                    && command.collection().equals("mongohaul_files")
                    && command.name().equals("update")) {
                counting = true;
            }
            if (!counting || !isWrite(command) || count.incrementAndGet() != nth) {
                return Verdict.PASS;
            }
            reached.countDown();
        } else if (ending == Case.Ending.STOPPED) {
            if (command.name().equals("findAndModify") && command.collection().equals("mongohaul_imports")) {
                renewals.countDown();
            }
            return Verdict.PASS;
        }
        if (ending == Case.Ending.KILLED) {
            return Verdict.CUT_REQUEST;
        }
        released.await();
        return Verdict.PASS;
    }

    /** A staging collection has the name of its target and two underscores. */
    private boolean isWrite(WireCommand command) {
        String collection = command.collection();
        return WRITES.contains(command.name()) && (collection.equals(target) || collection.startsWith(target + "__"));
    }

    boolean isReached() {
        return reached.getCount() == 0;
    }

    /** Waits until the process has renewed its lease, by which it learns that it must stop. */
    void awaitRenewals() {
        try {
            renewals.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void release() {
        released.countDown();
    }
}
