package dev.mongohaul.compare.run;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.launch.ImportConfiguration;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.ImportWatcher;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Launcher of trial imports, one at a time, with a JobRepository of their own, whose database the caller drops. They run
 * like other imports.
 */
public final class TrialImports implements AutoCloseable {

    private static final int SMALLEST_SPREAD = 1000;

    private final GenericApplicationContext context;

    private TrialImports(GenericApplicationContext context) {
        this.context = context;
    }

    /**
     * Creates the JobRepository. The connections are closed with this object, or if this fails.
     *
     * @param data servers of the documents; if there are several, inputs are cut into ranges of {@value #SMALLEST_SPREAD}
     *     bytes or more, so that all servers are used
     */
    public static TrialImports open(List<MongoConnection> data, MongoConnection repository) {
        GenericApplicationContext context = new GenericApplicationContext();
        MongoConnections connections = MongoConnections.of(data, repository);
        try {
            if (data.size() > 1) {
                Map<String, Object> spread = Map.of("mongohaul.import.smallest-range", SMALLEST_SPREAD + "B");
                context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("spread", spread));
            }
            context.registerBean(MongoConnections.class, () -> connections);
            context.register(new ImportConfiguration());
            context.refresh();
            return new TrialImports(context);
        } catch (RuntimeException e) {
            context.close();
            connections.close();
            throw e;
        }
    }

    /**
     * Runs an import to its end, on this thread.
     *
     * @param job into a database that no other trial of this object used
     * @param stop accepts the action that stops the import after the chunk in flight
     * @throws ComparisonException if it ends before all is read, or was run before
     */
    public TrialResult run(ImportJob job, ImportWatcher watcher, Consumer<Runnable> stop) {
        ImportMonitor monitor = new ImportMonitor(watcher);
        stop.accept(monitor::requestStop);
        LaunchResult launched;
        try (Launch launch = Launch.of(job, monitor)) {
            launched = launch.on(context.getBean(ImportLauncher.class));
        }
        if (launched.nothingToDo()) {
            throw new ComparisonException("this database was written to by an earlier trial");
        }
        Run run = launched.run().orElseThrow();
        if (run.ending().continues()) {
            throw new ComparisonException(run.reason().isEmpty() ? "it was stopped" : run.reason());
        }
        Counts counts = monitor.counts();
        return new TrialResult(
                counts.read(),
                counts.written() + counts.unchanged() + counts.alreadyThere(),
                counts.rejected(),
                counts.unmatched());
    }

    @Override
    public void close() {
        context.close();
    }
}
