package dev.mongohaul.faults.wire;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Fails the Nth command, or the Nth and the next ones. The driver's retry of a command counts as a command. */
public final class FailNth implements Interference {

    private final int first;
    private final int inARow;
    private final Verdict verdict;
    private final AtomicInteger count = new AtomicInteger();
    private final List<WireCommand> failed = new CopyOnWriteArrayList<>();

    /** Counts commands from 1. */
    public FailNth(int first, int inARow, Verdict verdict) {
        this.first = first;
        this.inARow = inARow;
        this.verdict = verdict;
    }

    @Override
    public Verdict decide(WireCommand command) {
        int number = count.incrementAndGet();
        if (number < first || number >= first + inARow) {
            return Verdict.PASS;
        }
        failed.add(command);
        return verdict;
    }

    /** Returns the commands that failed; empty if there were fewer than N. */
    public List<WireCommand> failed() {
        return failed;
    }
}
