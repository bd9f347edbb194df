package dev.mongohaul.compare.cell;

import com.mongodb.MongoNamespace;
import dev.mongohaul.compare.Abort;
import dev.mongohaul.compare.ComparisonException;
import dev.mongohaul.compare.ServerUnderTest;
import dev.mongohaul.compare.ThrowAwayDatabases;
import dev.mongohaul.compare.input.CellJobs;
import dev.mongohaul.compare.suite.Cell;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.step.ImportMonitor;
import dev.mongohaul.job.trial.TrialFailedException;
import dev.mongohaul.job.trial.TrialImports;
import dev.mongohaul.job.trial.TrialResult;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs cells, one at a time, each into a database of its own that is dropped after it. */
public final class CellRunner implements AutoCloseable {

    private static final Duration ARRIVAL = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 20;

    private final ServerUnderTest server;
    private final ThrowAwayDatabases databases;
    private final CellJobs jobs;
    private final Abort abort;
    private final @Nullable ChildCells children;
    private final CellServers servers;

    /** In the process that the user started. Writes nothing yet. */
    public CellRunner(ServerUnderTest server, CellJobs jobs, Abort abort, ChildCells children) {
        this(server, new ThrowAwayDatabases(server), jobs, abort, children);
    }

    /** In a process that was started for a cell, or for none that needs one. */
    public CellRunner(ServerUnderTest server, ThrowAwayDatabases databases, CellJobs jobs, Abort abort) {
        this(server, databases, jobs, abort, null);
    }

    private CellRunner(
            ServerUnderTest server,
            ThrowAwayDatabases databases,
            CellJobs jobs,
            Abort abort,
            @Nullable ChildCells children) {
        this.children = children;
        this.server = server;
        this.databases = databases;
        this.jobs = jobs;
        this.abort = abort;
        this.servers = new CellServers(server, databases);
    }

    /**
     * Runs a cell once.
     *
     * @param counted whether commands and bytes are counted, for some time of the client's
     * @throws ComparisonException where it does not write all documents
     */
    public CellTry run(Cell cell, boolean counted) {
        abort.check();
        String heap = cell.conditions().heap();
        return heap == null || children == null ? runHere(cell, counted) : children.run(cell, heap, counted);
    }

    private CellTry runHere(Cell cell, boolean counted) {
        String database = databases.next();
        CellServer way = servers.to(cell.conditions().latency(), counted);
        jobs.before(cell, database)
                .ifPresent(before -> run(before, ImportMonitor.Watcher.NOBODY, servers.to(Duration.ZERO, false)));
        CellTry result = measure(cell, database, way, counted);
        databases.drop(database);
        return result;
    }

    private CellTry measure(Cell cell, String database, CellServer way, boolean counted) {
        ImportJob job = jobs.of(cell, database);
        double ping = way.ping();
        // What others have left is not this cell's to collect, nor to write down.
        System.gc();
        server.settle();
        servers.counter().count(database);
        ResourceMeter meter = new ResourceMeter();
        Optional<Double> cpuBefore = server.cpuSeconds();
        TrialResult written = run(job, meter, way);
        Optional<Double> cpuAfter = server.cpuSeconds();
        return new CellTry(
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
                missing(cell, new MongoNamespace(database, job.file().target().collection()), written));
    }

    private TrialResult run(ImportJob job, ImportMonitor.Watcher watcher, CellServer way) {
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
    private @Nullable Long missing(Cell cell, MongoNamespace namespace, TrialResult written) {
        if (!cell.operation().equals("insert")) {
            return null;
        }
        long there = server.count(namespace);
        if (cell.unconfirmed()) {
            long end = System.nanoTime() + ARRIVAL.toNanos();
            while (there < written.written() && System.nanoTime() < end) {
                pause();
                there = server.count(namespace);
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
