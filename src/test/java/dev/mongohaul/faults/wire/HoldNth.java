package dev.mongohaul.faults.wire;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Holds the Nth command of a kind, or the server's answer to it, until it is released. */
public final class HoldNth implements Interference {

    private final Predicate<WireCommand> kind;
    private final int nth;
    private final boolean reply;
    private final AtomicInteger met = new AtomicInteger();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile Verdict verdict = Verdict.PASS;

    /** Holds the answer where {@code reply} is set, else the command before the server gets it. */
    public HoldNth(Predicate<WireCommand> kind, int nth, boolean reply) {
        this.kind = kind;
        this.nth = nth;
        this.reply = reply;
    }

    @Override
    public Verdict meet(WireCommand command) throws InterruptedException {
        if (!kind.test(command) || met.incrementAndGet() != nth) {
            return Verdict.PASS;
        }
        return reply ? new Verdict.HoldReply(this::hold) : hold();
    }

    private Verdict hold() throws InterruptedException {
        reached.countDown();
        released.await();
        return verdict;
    }

    /** Whether it is held now, or was. */
    public boolean isReached() {
        return reached.getCount() == 0;
    }

    /** Lets it go on its way, or not. */
    public void release(Verdict then) {
        verdict = then;
        released.countDown();
    }
}
