package dev.mongohaul.job;

import dev.mongohaul.job.monitor.ImportMonitor;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Half of the heap, which the chunks of all imports of this process share: an import waits for others if it needs more than
 * is left. The other half is for everything else. Thread-safe.
 */
public final class ChunkMemory {

    public static final ChunkMemory OF_PROCESS =
            new ChunkMemory(Runtime.getRuntime().maxMemory() / 2);

    private static final Logger LOG = LoggerFactory.getLogger(ChunkMemory.class);
    private static final int UNIT_BYTES = 1 << 20;
    private static final long LOOK_MILLIS = 100;

    private final int units;
    private final Semaphore free;

    ChunkMemory(long bytes) {
        this.units = (int) Math.max(1, Math.min(Integer.MAX_VALUE, bytes / UNIT_BYTES));
        this.free = new Semaphore(units, true);
    }

    /** @throws JobRefusedException if the import needs more than the whole */
    void requireRoom(ImportJob job) {
        if (units(job) > units) {
            throw new JobRefusedException(
                    job.name(),
                    List.of(String.format(
                            Locale.ROOT,
                            "partition.grid-size %d × write.chunk-bytes %,d MiB are %,d MiB, and chunks may take half of the"
                                    + " heap, %,d MiB: lower one of them, or give the process more heap (-Xmx)",
                            job.gridSize(),
                            job.file().write().chunkBytes().toMegabytes(),
                            units(job),
                            units)));
        }
    }

    /** Takes what the import needs and waits until it is free. An import that should stop gets nothing. */
    public MemoryShare take(ImportJob job, ImportMonitor monitor) {
        return take(job.name(), units(job), monitor::stopRequested, monitor::requestStop);
    }

    /**
     * Takes what one partition of an import needs, as {@link #take} does for all of them.
     *
     * @param stop whether the import of the partition should stop
     */
    public MemoryShare takeForOne(ImportJob job, BooleanSupplier stop) {
        int needed = units(job.file().write().chunkBytes().toBytes());
        return take(job.name(), needed, stop, () -> {});
    }

    private MemoryShare take(String name, int most, BooleanSupplier stop, Runnable interrupted) {
        int needed = Math.min(units, most);
        boolean taken = free.tryAcquire(needed);
        if (!taken) {
            LOG.info("{} waits until other imports of this process leave {} MiB of memory", name, needed);
        }
        while (!taken && !stop.getAsBoolean()) {
            try {
                taken = free.tryAcquire(needed, LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted.run();
                Thread.currentThread().interrupt();
                break;
            }
        }
        int held = taken ? needed : 0;
        return () -> free.release(held);
    }

    private static int units(ImportJob job) {
        return units(job.chunkBytesAtOnce());
    }

    private static int units(long bytes) {
        return Math.toIntExact((bytes + UNIT_BYTES - 1) / UNIT_BYTES);
    }
}
