package dev.mongohaul.compare.run;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.mongohaul.job.ImportMonitor;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Meter of what this program uses during one import: time, CPU, garbage collection and allocation. Thread-safe. */
final class ResourceMeter implements ImportMonitor.Watcher {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Map<Long, Long> allocatedByWriters = new HashMap<>();
    private @Nullable Reading start;
    private @Nullable Reading end;
    private long records;
    private long lastNanos;

    /** Counters at a point in time. */
    private record Reading(long nanos, long cpuNanos, long gcMillis, Map<Long, Long> allocatedByThread) {

        static Reading now() {
            long gc = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                    .sum();
            return new Reading(System.nanoTime(), SYSTEM.getProcessCpuTime(), gc, allocated());
        }

        private static Map<Long, Long> allocated() {
            long[] ids = THREADS.getAllThreadIds();
            long[] bytes = THREADS.getThreadAllocatedBytes(ids);
            Map<Long, Long> allocated = new HashMap<>();
            for (int index = 0; index < ids.length; index++) {
                allocated.put(ids[index], bytes[index]);
            }
            return allocated;
        }
    }

    /** Starts the clock with the first partition. */
    @Override
    public synchronized void begins() {
        if (start == null) {
            start = Reading.now();
            lastNanos = start.nanos();
        }
    }

    /** Records what a writing thread has allocated, because the thread ends before the import. */
    @Override
    public synchronized void reached(long settled) {
        if (start != null && settled > records) {
            records = settled;
            lastNanos = System.nanoTime();
            allocatedByWriters.put(threadId(), THREADS.getThreadAllocatedBytes(threadId()));
        }
    }

    @SuppressWarnings("deprecation") // Thread.threadId comes with Java 19
    private static long threadId() {
        return Thread.currentThread().getId();
    }

    @Override
    public synchronized void ends() {
        if (end == null) {
            end = Reading.now();
        }
    }

    synchronized double seconds() {
        return (lastNanos - started().nanos()) / NANOS;
    }

    synchronized Optional<Double> cpuSeconds() {
        long spent = ended().cpuNanos() - started().cpuNanos();
        return spent < 0 ? Optional.empty() : Optional.of(spent / NANOS);
    }

    synchronized double gcSeconds() {
        return (ended().gcMillis() - started().gcMillis()) / MILLIS;
    }

    synchronized long allocatedBytes() {
        Map<Long, Long> before = started().allocatedByThread();
        Map<Long, Long> after = new HashMap<>(allocatedByWriters);
        after.putAll(ended().allocatedByThread());
        return after.entrySet().stream()
                .mapToLong(thread -> Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), 0L)))
                .sum();
    }

    private Reading started() {
        if (start == null) {
            throw new IllegalStateException("The import has not begun");
        }
        return start;
    }

    private Reading ended() {
        if (end == null) {
            throw new IllegalStateException("The import has not ended");
        }
        return end;
    }
}
