package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.ImportLauncher.LaunchResult;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Runs imports as any other, by Spring Batch jobs of three steps, with a JobRepository of their own. One at a time.
 *
 * <p>The database of the repository's connection is the caller's to drop.
 */
public final class TrialImports implements AutoCloseable {

    private static final int SMALLEST_SPREAD = 1000;

    private final AnnotationConfigApplicationContext context;

    private TrialImports(AnnotationConfigApplicationContext context) {
        this.context = context;
    }

    /**
     * Sets the JobRepository up. The connections are closed with this, or where it fails.
     *
     * @param data where documents go; with several, inputs are cut into ranges of {@value #SMALLEST_SPREAD} bytes or more,
     *     so that a small one is spread too
     * @param repository where the JobRepository goes
     */
    public static TrialImports open(List<MongoConnection> data, MongoConnection repository) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        MongoConnections connections = MongoConnections.of(data, repository);
        try {
            if (data.size() > 1) {
                context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource(
                                "spread", Map.of("mongohaul.import.smallest-range", SMALLEST_SPREAD + "B")));
            }
            context.registerBean(MongoConnections.class, () -> connections);
            context.register(ImportConfiguration.class);
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
     * @param job into a database that no other trial of this object went to
     * @param stop is given what stops it after the chunk in flight
     * @throws TrialFailedException where it ends before all is read, or has been run before
     */
    public TrialResult run(ImportJob job, ImportMonitor.Watcher watcher, Consumer<Runnable> stop) {
        ImportMonitor monitor = new ImportMonitor(watcher);
        stop.accept(monitor::requestStop);
        LaunchResult launched =
                context.getBean(ImportLauncher.class).launch(job, InputScan.begin(job, monitor), false, monitor);
        if (launched.nothingToDo()) {
            throw new TrialFailedException("this database was written to by an earlier trial");
        }
        Run run = context.getBean(Runs.class).find(launched.jobExecutionId()).orElseThrow();
        if (run.ending().continues()) {
            throw new TrialFailedException(run.reason().isEmpty() ? "it was stopped" : run.reason());
        }
        return TrialResult.of(monitor.counts());
    }

    @Override
    public void close() {
        context.close();
    }

    /**
     * What became of a trial's records.
     *
     * @param read all of them
     * @param written that the server took, as far as it was asked
     * @param rejected that were given up
     * @param unmatched operations that found no document to act on
     */
    public record TrialResult(long read, long written, long rejected, long unmatched) {

        static TrialResult of(Counts counts) {
            return new TrialResult(
                    counts.read(), counts.written() + counts.alreadyThere(), counts.rejected(), counts.unmatched());
        }
    }

    /** A trial that did not write all documents, with the reason for a person. */
    public static final class TrialFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TrialFailedException(String message) {
            super(message);
        }
    }
}
