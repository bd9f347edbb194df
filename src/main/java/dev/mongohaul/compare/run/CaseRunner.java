package dev.mongohaul.compare.run;

import com.mongodb.MongoNamespace;
import dev.mongohaul.compare.run.CaseConnections.CaseConnection;
import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.run.Hosts.HostGroup;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Conditions;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.launch.TrialImports;
import dev.mongohaul.job.launch.TrialImports.TrialFailedException;
import dev.mongohaul.job.launch.TrialImports.TrialResult;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runner of single cases, each in a database of its own that is dropped afterwards. */
public final class CaseRunner implements AutoCloseable {

    private static final Duration ARRIVAL = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    private final Hosts hosts;
    private final ThrowAwayDatabases databases;
    private final CaseJobs jobs;
    private final Cancellation cancellation;
    private final @Nullable ChildCases children;
    private final CaseConnections servers;

    /** Creates the runner of the process that the user started; it starts a child process for a case with its own heap. */
    public CaseRunner(Hosts hosts, CaseJobs jobs, Cancellation cancellation, ChildCases children) {
        this(hosts, new ThrowAwayDatabases(hosts::drop), jobs, cancellation, children);
    }

    /** Creates a runner that runs all cases in this process. */
    public CaseRunner(Hosts hosts, ThrowAwayDatabases databases, CaseJobs jobs, Cancellation cancellation) {
        this(hosts, databases, jobs, cancellation, null);
    }

    private CaseRunner(
            Hosts hosts,
            ThrowAwayDatabases databases,
            CaseJobs jobs,
            Cancellation cancellation,
            @Nullable ChildCases children) {
        this.children = children;
        this.hosts = hosts;
        this.databases = databases;
        this.jobs = jobs;
        this.cancellation = cancellation;
        this.servers = new CaseConnections(hosts, databases);
    }

    /**
     * Runs a case once.
     *
     * @param counted whether to count commands and bytes, which costs client time
     * @throws ComparisonException if it does not write all documents
     */
    public CaseRun run(BenchmarkCase benchmark, boolean counted) {
        cancellation.check();
        String heap = benchmark.conditions().heap();
        return heap == null || children == null ? runHere(benchmark, counted) : children.run(benchmark, heap, counted);
    }

    private CaseRun runHere(BenchmarkCase benchmark, boolean counted) {
        Conditions conditions = benchmark.conditions();
        String database = databases.next();
        ImportJob job = jobs.of(benchmark, database);
        MongoNamespace namespace =
                new MongoNamespace(database, job.file().target().collection());
        CaseConnection connection = servers.to(conditions.hosts(), conditions.latency(), counted);
        Optional<ImportJob> first = jobs.before(benchmark, database);
        if (conditions.shard() != null) {
            new Sharding(hosts.first().connection()).apply(namespace, conditions.shard(), first.orElse(job));
        } else if (first.isEmpty()) {
            // Otherwise many connections race to create it, which takes a second.
            hosts.first(conditions.hosts()).create(namespace);
        }
        first.ifPresent(before -> run(before, ImportMonitor.Watcher.NONE, servers.to(1, Duration.ZERO, false)));
        CaseRun result = measure(benchmark, job, namespace, connection, counted);
        databases.drop(database);
        return result;
    }

    private CaseRun measure(
            BenchmarkCase benchmark,
            ImportJob job,
            MongoNamespace namespace,
            CaseConnection connection,
            boolean counted) {
        HostGroup group = hosts.first(benchmark.conditions().hosts());
        double ping = connection.ping();
        // Collect garbage and flush first, so that earlier cases do not distort this one.
        System.gc();
        group.flush();
        servers.counter().count(namespace.getDatabaseName());
        ResourceMeter meter = new ResourceMeter();
        Optional<Double> cpuBefore = group.cpuSeconds();
        TrialResult written = run(job, meter, connection);
        Optional<Double> cpuAfter = group.cpuSeconds();
        return new CaseRun(
                meter.seconds(),
                written.written(),
                meter.cpuSeconds().orElse(null),
                cpuAfter.flatMap(after -> cpuBefore.map(before -> after - before))
                        .orElse(null),
                meter.gcSeconds(),
                meter.allocatedBytes(),
                counted ? servers.counter().commands() : null,
                counted ? servers.counter().bytes() : null,
                ping,
                missing(benchmark, group, namespace, written));
    }

    private TrialResult run(ImportJob job, ImportMonitor.Watcher watcher, CaseConnection connection) {
        TrialImports trials = connection.trials();
        try {
            TrialResult result = trials.run(job, watcher, cancellation::watch);
            cancellation.check();
            if (result.written() != result.read()) {
                throw new ComparisonException(
                        "%,d of %,d records were rejected and %,d found no document: all records must be"
                                        .formatted(result.rejected(), result.read(), result.unmatched())
                                + " written to be compared");
            }
            return result;
        } catch (TrialFailedException e) {
            cancellation.check();
            throw new ComparisonException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the documents that did not arrive, of unconfirmed inserts; null for all other cases. */
    private static @Nullable Long missing(
            BenchmarkCase benchmark, HostGroup group, MongoNamespace namespace, TrialResult written) {
        if (!benchmark.operation().equals("insert")) {
            return null;
        }
        long stored = group.count(namespace);
        if (benchmark.unconfirmed()) {
            long end = System.nanoTime() + ARRIVAL.toNanos();
            while (stored < written.written() && System.nanoTime() < end) {
                pause();
                stored = group.count(namespace);
            }
            return written.written() - stored;
        }
        if (stored != written.written()) {
            throw new ComparisonException(
                    "the collection has %,d documents instead of %,d".formatted(stored, written.written()));
        }
        return null;
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ComparisonException("interrupted", e);
        }
    }

    /** Closes the connections and drops the databases that are left. */
    @Override
    public void close() {
        try {
            servers.close();
        } finally {
            databases.close();
        }
    }
}
