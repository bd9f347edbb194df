package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.repository.Runs;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Imports that go on while whoever asked for them does something else; one of a job at a time. Thread-safe. */
public final class BackgroundImports implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundImports.class);

    /** A chunk in flight ends, or is given up; the next try goes on from the last checkpoint. */
    private static final long PATIENCE_SECONDS = 28;

    private final ImportJobs jobs;
    private final FormFolders folders;
    private final ImportLauncher launcher;
    private final Runs runs;
    private final ExecutorService threads = Executors.newCachedThreadPool(new CustomizableThreadFactory("import-"));
    private final Map<String, BackgroundImport> latest = new ConcurrentHashMap<>();
    private volatile boolean ending;

    public BackgroundImports(ImportJobs jobs, FormFolders folders, ImportLauncher launcher, Runs runs) {
        this.jobs = jobs;
        this.folders = folders;
        this.launcher = launcher;
        this.runs = runs;
    }

    /**
     * Begins an import. Its files are searched for on its own thread.
     *
     * @throws RuntimeException where it names what a form may not name, or the job's last one is under way; {@link Refusal} has
     *     words for it
     */
    public BackgroundImport start(ImportRequest asked) {
        BackgroundImport begun = new BackgroundImport(asked, folders.rules(asked));
        latest.compute(begun.job(), (name, before) -> {
            if (ending || (before != null && before.isUnderWay())) {
                throw ImportRunningException.here(name);
            }
            threads.execute(() -> begun.run(jobs, launcher, runs));
            return begun;
        });
        return begun;
    }

    /** The job's last import that was begun here; empty where there was none. */
    public Optional<BackgroundImport> latest(String job) {
        return Optional.ofNullable(latest.get(job));
    }

    /**
     * Asks the import of a job that this process runs to end.
     *
     * @return what becomes of it, for people
     * @throws RunRefusedException where this process runs none
     */
    public String stop(String job) {
        BackgroundImport running = latest(job)
                .filter(BackgroundImport::isUnderWay)
                .orElseThrow(() -> new RunRefusedException(
                        "No import of %s that was begun on a page is under way".formatted(job)));
        running.requestStop();
        return job + ": the import was asked to stop; it ends after the chunk in flight";
    }

    /** Ends what goes on after the chunk in flight, and begins nothing more; before anything that it takes is closed. */
    @EventListener(ContextClosedEvent.class)
    public void end() {
        ending = true;
        latest.values().forEach(BackgroundImport::requestStop);
    }

    /** Ends it and waits for that. */
    @Override
    public void close() {
        end();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("An import does not end; its next try goes on from the last checkpoint");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
