package dev.mongohaul.faults.wire;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Holds the Nth command of a kind, or the server's reply to it, until it is released. */
public final class HoldNth implements Interference {

    private final Predicate<WireCommand> kind;
    private final int nth;
    private final boolean reply;
    private final AtomicInteger count = new AtomicInteger();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile Verdict verdict = Verdict.PASS;

    /** @param reply whether the reply is held; if not, the command is held before the server receives it */
    public HoldNth(Predicate<WireCommand> kind, int nth, boolean reply) {
        this.kind = kind;
        this.nth = nth;
        this.reply = reply;
    }

    @Override
    public Verdict decide(WireCommand command) throws InterruptedException {
        if (!kind.test(command) || count.incrementAndGet() != nth) {
            return Verdict.PASS;
        }
        return reply ? new Verdict.HoldReply(this::hold) : hold();
    }

    private Verdict hold() throws InterruptedException {
        reached.countDown();
        released.await();
        return verdict;
    }

    /** Returns whether the command or reply is held, or was held. */
    public boolean isReached() {
        return reached.getCount() == 0;
    }

    /** Returns whether the command or reply is held now. */
    public boolean isHeld() {
        return isReached() && released.getCount() > 0;
    }

    /** Releases the command or reply, with what the proxy does with it then. */
    public void release(Verdict then) {
        verdict = then;
        released.countDown();
    }
}
