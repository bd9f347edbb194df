package dev.mongohaul.compare.run;

import com.mongodb.MongoNamespace;
import dev.mongohaul.compare.run.CaseConnections.CaseConnection;
import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.run.Hosts.HostGroup;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Conditions;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.trial.TrialFailedException;
import dev.mongohaul.job.trial.TrialImports;
import dev.mongohaul.job.trial.TrialResult;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs cells, one at a time, each into a database of its own that is dropped after it. */
public final class CaseRunner implements AutoCloseable {

    private static final Duration ARRIVAL = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 20;

    private final Hosts hosts;
    private final ThrowAwayDatabases databases;
    private final CaseJobs jobs;
    private final Cancellation abort;
    private final @Nullable ChildCases children;
    private final CaseConnections servers;

    /** In the process that the user started. Writes nothing yet. */
    public CaseRunner(Hosts hosts, CaseJobs jobs, Cancellation abort, ChildCases children) {
        this(hosts, new ThrowAwayDatabases(hosts::drop), jobs, abort, children);
    }

    /** In a process that was started for a cell, or for none that needs one. */
    public CaseRunner(Hosts hosts, ThrowAwayDatabases databases, CaseJobs jobs, Cancellation abort) {
        this(hosts, databases, jobs, abort, null);
    }

    private CaseRunner(
            Hosts hosts,
            ThrowAwayDatabases databases,
            CaseJobs jobs,
            Cancellation abort,
            @Nullable ChildCases children) {
        this.children = children;
        this.hosts = hosts;
        this.databases = databases;
        this.jobs = jobs;
        this.abort = abort;
        this.servers = new CaseConnections(hosts, databases);
    }

    /**
     * Runs a cell once.
     *
     * @param counted whether commands and bytes are counted, for some time of the client's
     * @throws ComparisonException where it does not write all documents
     */
    public CaseRun run(BenchmarkCase cell, boolean counted) {
        abort.check();
        String heap = cell.conditions().heap();
        return heap == null || children == null ? runHere(cell, counted) : children.run(cell, heap, counted);
    }

    private CaseRun runHere(BenchmarkCase cell, boolean counted) {
        Conditions conditions = cell.conditions();
        String database = databases.next();
        ImportJob job = jobs.of(cell, database);
        MongoNamespace namespace =
                new MongoNamespace(database, job.file().target().collection());
        CaseConnection way = servers.to(conditions.hosts(), conditions.latency(), counted);
        Optional<ImportJob> first = jobs.before(cell, database);
        if (conditions.shard() != null) {
            new Sharding(hosts.first().connection()).apply(namespace, conditions.shard(), first.orElse(job));
        } else if (first.isEmpty()) {
            // Else connections race to make it, which takes a second where they are many.
            hosts.first(conditions.hosts()).create(namespace);
        }
        first.ifPresent(before -> run(before, ImportMonitor.Watcher.NOBODY, servers.to(1, Duration.ZERO, false)));
        CaseRun result = measure(cell, job, namespace, way, counted);
        databases.drop(database);
        return result;
    }

    private CaseRun measure(
            BenchmarkCase cell, ImportJob job, MongoNamespace namespace, CaseConnection way, boolean counted) {
        HostGroup group = hosts.first(cell.conditions().hosts());
        double ping = way.ping();
        // What others have left is not this cell's to collect, nor to write down.
        System.gc();
        group.settle();
        servers.counter().count(namespace.getDatabaseName());
        ResourceMeter meter = new ResourceMeter();
        Optional<Double> cpuBefore = group.cpuSeconds();
        TrialResult written = run(job, meter, way);
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
                missing(cell, group, namespace, written));
    }

    private TrialResult run(ImportJob job, ImportMonitor.Watcher watcher, CaseConnection way) {
        TrialImports trials = way.trials();
        try {
            TrialResult result = trials.run(job, watcher, abort::watch);
            abort.check();
            if (result.written() != result.read()) {
                throw new ComparisonException("%,d of %,d records were rejected and %,d found no document: what is"
                                .formatted(result.rejected(), result.read(), result.unmatched())
                        + " compared has to be written by all");
            }
            return result;
        } catch (TrialFailedException e) {
            abort.check();
            throw new ComparisonException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Without confirmation, documents may be on their way still, and nobody knows whether all of them are. */
    private static @Nullable Long missing(
            BenchmarkCase cell, HostGroup group, MongoNamespace namespace, TrialResult written) {
        if (!cell.operation().equals("insert")) {
            return null;
        }
        long there = group.count(namespace);
        if (cell.unconfirmed()) {
            long end = System.nanoTime() + ARRIVAL.toNanos();
            while (there < written.written() && System.nanoTime() < end) {
                pause();
                there = group.count(namespace);
            }
            return written.written() - there;
        }
        if (there != written.written()) {
            throw new ComparisonException(
                    "%,d documents are in the collection where %,d belong".formatted(there, written.written()));
        }
        return null;
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ComparisonException("interrupted", e);
        }
    }

    /** Closes the connections, and drops what is left. */
    @Override
    public void close() {
        try {
            servers.close();
        } finally {
            databases.close();
        }
    }
}
