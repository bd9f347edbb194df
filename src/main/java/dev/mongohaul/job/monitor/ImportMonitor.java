package dev.mongohaul.job.monitor;

import dev.mongohaul.repository.figure.Counts;
import java.util.concurrent.atomic.AtomicLong;

/** Live progress of an import. Thread-safe; figures are of the whole import. */
public final class ImportMonitor {

    private final ImportWatcher watcher;
    private volatile Phase phase = Phase.STARTING;
    private volatile Counts counts = Counts.NONE;
    private volatile long position;
    private volatile long end;
    private volatile long scanEnd;
    private volatile long importNumber;
    private final AtomicLong scanned = new AtomicLong();
    private volatile boolean stopRequested;

    public ImportMonitor() {
        this(ImportWatcher.NONE);
    }

    /** @param watcher receives events as they happen */
    public ImportMonitor(ImportWatcher watcher) {
        this.watcher = watcher;
    }

    public Phase phase() {
        return phase;
    }

    public Counts counts() {
        return counts;
    }

    /** Returns the number of the import, 0 before its first run. */
    public long importNumber() {
        return importNumber;
    }

    /** Returns the bytes of the input whose records are written or rejected. */
    public long position() {
        return position;
    }

    /** Returns the bytes of the input; 0 if unknown. */
    public long end() {
        return end;
    }

    /** Returns the bytes that the scan before the import has read; of archives, compressed ones. */
    public long scanned() {
        return scanned.get();
    }

    /** Returns the bytes that the scan will read; 0 before it begins. */
    public long scanEnd() {
        return scanEnd;
    }

    /** Asks the import to stop after the chunk in flight. */
    public void requestStop() {
        stopRequested = true;
    }

    public boolean stopRequested() {
        return stopRequested;
    }

    /** Only the running import calls this and the methods below. A phase after the load is the last one. */
    public void enter(Phase next) {
        if (phase.isAfterLoad()) {
            return;
        }
        phase = next;
        if (next == Phase.FINISHING) {
            watcher.ends();
        }
    }

    public void runs(long number) {
        importNumber = number;
    }

    public void expectScan(long bytes) {
        scanEnd = bytes;
    }

    /** Adds scanned bytes; for any thread. */
    public void scanned(long bytes) {
        scanned.addAndGet(bytes);
    }

    public void expect(long bytes) {
        end = bytes;
    }

    public void begins() {
        watcher.begins();
    }

    public void reached(long offset, Counts total) {
        position = offset;
        counts = total;
        watcher.reached(total.read());
    }
}
