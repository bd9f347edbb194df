package dev.mongohaul.compare.suite;

import com.mongodb.MongoNamespace;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.TrialResult;
import dev.mongohaul.compare.server.CaseConnection;
import dev.mongohaul.compare.server.CommandCounter;
import dev.mongohaul.compare.server.Hosts;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.monitor.ImportWatcher;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Runner of single cases, each in a database of its own that is dropped afterwards. It opens connections lazily. */
final class CaseRunner implements AutoCloseable {

    private static final Duration ARRIVAL = Duration.ofSeconds(30);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private final Hosts hosts;
    private final ThrowAwayDatabases databases;
    private final CaseJobs jobs;
    private final ComparisonProgress progress;
    private final @Nullable ChildCases children;
    private final CommandCounter counter = new CommandCounter();
    private final Map<Key, CaseConnection> open = new LinkedHashMap<>();

    private record Key(int hosts, Duration latency, boolean counted) {}

    /** @param children runs cases with a heap of their own; null: this process runs them too */
    CaseRunner(
            Hosts hosts,
            ThrowAwayDatabases databases,
            CaseJobs jobs,
            ComparisonProgress progress,
            @Nullable ChildCases children) {
        this.hosts = hosts;
        this.databases = databases;
        this.jobs = jobs;
        this.progress = progress;
        this.children = children;
    }

    /** Runs a case once, and counts commands and bytes if asked to, which costs client time. */
    CaseRun run(BenchmarkCase benchmark, boolean counted) {
        progress.check();
        String heap = benchmark.conditions().heap();
        return heap == null || children == null ? runHere(benchmark, counted) : children.run(benchmark, heap, counted);
    }

    private CaseRun runHere(BenchmarkCase benchmark, boolean counted) {
        Conditions conditions = benchmark.conditions();
        String database = databases.next();
        ImportJob job = jobs.of(benchmark, database);
        MongoNamespace namespace =
                new MongoNamespace(database, job.file().target().collection());
        CaseConnection connection = connection(conditions.hosts(), conditions.latency(), counted);
        Optional<ImportJob> first = jobs.before(benchmark, database);
        if (conditions.shard() != null) {
            new Sharding(hosts.first().connection()).apply(namespace, conditions.shard(), first.orElse(job));
        } else if (first.isEmpty()) {
            // Otherwise many connections race to create it, which takes a second.
            hosts.first(conditions.hosts()).forEach(server -> server.create(namespace));
        }
        first.ifPresent(before -> run(before, ImportWatcher.NONE, connection(1, Duration.ZERO, false)));
        CaseRun result = measure(benchmark, job, namespace, connection, counted);
        databases.drop(database);
        return result;
    }

    private CaseConnection connection(int count, Duration latency, boolean counted) {
        return open.computeIfAbsent(
                new Key(count, latency, counted),
                key -> new CaseConnection(hosts.first(count), latency, counted ? counter : null, databases.next()));
    }

    private CaseRun measure(
            BenchmarkCase benchmark,
            ImportJob job,
            MongoNamespace namespace,
            CaseConnection connection,
            boolean counted) {
        List<ServerUnderTest> servers = hosts.first(benchmark.conditions().hosts());
        double ping = connection.ping();
        // Collect garbage and flush first, so that earlier cases do not distort this one.
        System.gc();
        servers.forEach(ServerUnderTest::flush);
        counter.count(namespace.getDatabaseName());
        ResourceMeter meter = new ResourceMeter();
        Optional<Double> cpuBefore = cpuSeconds(servers);
        TrialResult written = run(job, meter, connection);
        Optional<Double> cpuAfter = cpuSeconds(servers);
        return new CaseRun(
                meter.seconds(),
                written.written(),
                meter.cpuSeconds(),
                cpuAfter.flatMap(after -> cpuBefore.map(before -> after - before))
                        .orElse(null),
                meter.gcSeconds(),
                meter.allocatedBytes(),
                counted ? counter.commands() : null,
                counted ? counter.bytes() : null,
                ping,
                missing(benchmark, servers, namespace, written.written()));
    }

    /** Returns the sum of the servers' CPU seconds; empty if one is unknown. */
    private static Optional<Double> cpuSeconds(List<ServerUnderTest> servers) {
        return servers.stream()
                .map(ServerUnderTest::cpuSeconds)
                .reduce((sum, next) -> sum.flatMap(first -> next.map(second -> first + second)))
                .orElseThrow();
    }

    private TrialResult run(ImportJob job, ImportWatcher watcher, CaseConnection connection) {
        try {
            TrialResult result = connection.trials().run(job, watcher, progress::watch);
            progress.check();
            if (result.written() != result.read()) {
                throw new ComparisonException(
                        "%,d of %,d records were rejected and %,d found no document: all records must be"
                                        .formatted(result.rejected(), result.read(), result.unmatched())
                                + " written to be compared");
            }
            return result;
        } catch (ComparisonException e) {
            progress.check();
            throw e;
        }
    }

    /** Returns the documents that did not arrive, of unconfirmed inserts; null for all other cases. */
    private static @Nullable Long missing(
            BenchmarkCase benchmark, List<ServerUnderTest> servers, MongoNamespace namespace, long written) {
        if (!benchmark.operation().equals("insert")) {
            return null;
        }
        long stored = count(servers, namespace);
        if (benchmark.unconfirmed()) {
            long end = System.nanoTime() + ARRIVAL.toNanos();
            while (stored < written && System.nanoTime() < end) {
                LockSupport.parkNanos(POLL_INTERVAL.toNanos());
                stored = count(servers, namespace);
            }
            return written - stored;
        }
        if (stored != written) {
            throw new ComparisonException("the collection has %,d documents instead of %,d".formatted(stored, written));
        }
        return null;
    }

    private static long count(List<ServerUnderTest> servers, MongoNamespace namespace) {
        return servers.stream().mapToLong(server -> server.count(namespace)).sum();
    }

    @Override
    public void close() {
        try {
            open.values().forEach(CaseConnection::close);
        } finally {
            databases.close();
        }
    }

    /** Meter of what this program uses during one import: time, CPU, garbage collection and allocation. Thread-safe. */
    static final class ResourceMeter implements ImportWatcher {

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

        synchronized @Nullable Double cpuSeconds() {
            long spent = ended().cpuNanos() - started().cpuNanos();
            return spent < 0 ? null : spent / NANOS;
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
            return Objects.requireNonNull(start, "The import has not begun");
        }

        private Reading ended() {
            return Objects.requireNonNull(end, "The import has not ended");
        }
    }
}
