package dev.mongohaul.job;

import dev.mongohaul.repository.Counts;
import java.util.concurrent.atomic.AtomicLong;

/** What an import is doing just now, for whoever watches it. Thread-safe; figures are of the whole import. */
public final class ImportMonitor {

    /** Phases in their order. */
    public enum Phase {
        /** Its input is being looked at. */
        STARTING,
        /** Another process holds the import, and may be dead. */
        WAITING,
        /** Records are read and written. */
        IMPORTING,
        /** All is written; indexes, checks and the files of rejects remain. */
        FINISHING
    }

    private final Watcher watcher;
    private volatile Phase phase = Phase.STARTING;
    private volatile Counts counts = Counts.NONE;
    private volatile long position;
    private volatile long end;
    private volatile long scanEnd;
    private volatile long importNumber;
    private final AtomicLong scanned = new AtomicLong();
    private volatile boolean stopRequested;

    /** Whoever watches asks. */
    public ImportMonitor() {
        this(Watcher.NOBODY);
    }

    /** @param watcher is told the moments that somebody who asks now and then would miss */
    public ImportMonitor(Watcher watcher) {
        this.watcher = watcher;
    }

    public Phase phase() {
        return phase;
    }

    public Counts counts() {
        return counts;
    }

    /** The import's number, a jobInstanceId; 0 before it has a run. */
    public long importNumber() {
        return importNumber;
    }

    /** Bytes of the input that are settled. */
    public long position() {
        return position;
    }

    /** Bytes of the input; 0 where unknown. */
    public long end() {
        return end;
    }

    /** Bytes that the pass before the import has read, packed ones of archives. */
    public long scanned() {
        return scanned.get();
    }

    /** Bytes that it will have read; 0 before it began. */
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

    /** Said by the import alone, as are all below. */
    public void enter(Phase next) {
        phase = next;
        if (next == Phase.FINISHING) {
            watcher.ends();
        }
    }

    /** A run of the import of this number begins. */
    public void runs(long number) {
        importNumber = number;
    }

    /** So many bytes are to be scanned. */
    public void expectScan(long bytes) {
        scanEnd = bytes;
    }

    /** So many bytes more are scanned; by any thread. */
    public void scanned(long bytes) {
        scanned.addAndGet(bytes);
    }

    /** The input has so many bytes; 0 where unknown. */
    public void expect(long bytes) {
        end = bytes;
    }

    /** A piece begins to be read; by the thread that reads it. */
    public void begins() {
        watcher.begins();
    }

    /** So many bytes are settled, with these counts. */
    public void reached(long offset, Counts total) {
        position = offset;
        counts = total;
        watcher.reached(total.read());
    }

    /** Is told of moments as they come, by the threads that read and write: it has to be quick. */
    public interface Watcher {

        /** Is not interested. */
        Watcher NOBODY = new Watcher() {
            @Override
            public void begins() {}

            @Override
            public void reached(long records) {}

            @Override
            public void ends() {}
        };

        /** A piece begins to be read. */
        void begins();

        /** So many records are settled; not always more than the last time. */
        void reached(long records);

        /** All pieces are written; said more than once. */
        void ends();
    }
}
