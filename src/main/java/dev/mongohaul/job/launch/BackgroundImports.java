package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.ImportMonitor.Phase;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher.ImportRunningException;
import dev.mongohaul.job.launch.ImportLauncher.LaunchResult;
import dev.mongohaul.job.launch.ImportLauncher.NothingToDo;
import dev.mongohaul.job.launch.RunControl.RunRefusedException;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Imports that run in the background, at most one of each job at a time. Thread-safe. */
public final class BackgroundImports implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundImports.class);

    /** Longest time for a chunk in flight to end at shutdown; the next run resumes from the last checkpoint. */
    private static final long SHUTDOWN_SECONDS = 28;

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
     * Starts an import. Its files are searched for on its own thread.
     *
     * @throws RuntimeException if it names a folder that a form may not name, or the job's last import is still
     *     running; {@link Refusal} has the message
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

    /** Returns the job's last import that was started here; empty if there was none. */
    public Optional<BackgroundImport> latest(String job) {
        return Optional.ofNullable(latest.get(job));
    }

    /**
     * Asks the import of a job that this process runs to stop.
     *
     * @return the message for the user
     * @throws RunRefusedException if this process runs none
     */
    public String stop(String job) {
        BackgroundImport running = latest(job)
                .filter(BackgroundImport::isUnderWay)
                .orElseThrow(() -> new RunRefusedException(
                        "No import of %s that was started on a page is running".formatted(job)));
        running.requestStop();
        return job + ": the import was asked to stop; it ends after the chunk in flight";
    }

    /**
     * Requests all imports to stop after their chunk in flight, and starts no more. Called before the beans they use
     * are closed.
     */
    @EventListener(ContextClosedEvent.class)
    public void end() {
        ending = true;
        latest.values().forEach(BackgroundImport::requestStop);
    }

    /** Stops all imports and waits for their end. */
    @Override
    public void close() {
        end();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("An import did not stop in time; its next run resumes from the last checkpoint");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Import on a thread of its own, and its progress. Thread-safe. */
    public static final class BackgroundImport {

        private static final Logger LOG = LoggerFactory.getLogger(BackgroundImport.class);
        private static final long LOOK_MILLIS = 50;
        private static final int MEGABYTE = 1_000_000;
        private static final int PERCENT = 100;

        private final ImportRequest asked;
        private final InputRules rules;
        private final ImportMonitor monitor = new ImportMonitor();
        private final Instant started = Instant.now();
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile @Nullable RuntimeException failure;
        private volatile @Nullable String nothing;
        private volatile @Nullable Future<InputScan> scan;

        /** @param rules for the files that it may read */
        BackgroundImport(ImportRequest asked, InputRules rules) {
            this.asked = asked;
            this.rules = rules;
        }

        /** Runs the import on the calling thread to its end. Throws nothing. */
        void run(ImportJobs jobs, ImportLauncher launcher, Runs runs) {
            try {
                Optional<ImportJob> job = jobs.prepare(asked.file(), asked.request(), rules);
                if (job.isPresent()) {
                    launch(job.get(), launcher, runs);
                } else {
                    nothing = NothingToDo.noRecord(job());
                }
            } catch (RuntimeException e) {
                failure = e;
                LOG.warn("{} was not imported: {}", job(), Refusal.of(e).message());
            } finally {
                over.countDown();
            }
        }

        private void launch(ImportJob job, ImportLauncher launcher, Runs runs) {
            Future<InputScan> reading = InputScan.begin(job, monitor);
            scan = reading;
            try {
                if (monitor.stopRequested()) {
                    reading.cancel(true);
                }
                LaunchResult result = launcher.launch(job, reading, asked.again(), monitor);
                if (result.nothingToDo()) {
                    long number = result.plan().jobInstanceId();
                    monitor.runs(number);
                    List<Run> all = runs.runsOf(number);
                    nothing = NothingToDo.loadedBefore(job(), all.get(all.size() - 1));
                }
            } finally {
                reading.cancel(true);
            }
        }

        /** Requests a stop: at once while the input is scanned, else after the chunk in flight. */
        void requestStop() {
            monitor.requestStop();
            Future<InputScan> reading = scan;
            if (reading != null) {
                reading.cancel(true);
            }
        }

        /**
         * Waits until records are read and written, or the import has ended, or the timeout has passed.
         *
         * @throws RuntimeException the refusal or failure of the launch
         */
        public void awaitBegin(Duration timeout) {
            long end = System.nanoTime() + timeout.toNanos();
            try {
                boolean ended = false;
                while (!ended && !isBegun() && System.nanoTime() < end) {
                    ended = over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            RuntimeException refused = failure;
            if (refused != null) {
                throw refused;
            }
        }

        private boolean isBegun() {
            return monitor.phase() == Phase.IMPORTING || monitor.phase() == Phase.FINISHING;
        }

        public Instant started() {
            return started;
        }

        /** Returns the number of the import, or of the one that loaded the content before; empty while it has none. */
        public OptionalLong number() {
            long number = monitor.importNumber();
            return number == 0 ? OptionalLong.empty() : OptionalLong.of(number);
        }

        /** Returns whether the import is still running. */
        public boolean isUnderWay() {
            return over.getCount() > 0;
        }

        /** Returns the name of the job. */
        public String job() {
            return asked.file().name();
        }

        /** Returns why the import was refused or failed; empty if it was not. */
        public Optional<Refusal> refusal() {
            return Optional.ofNullable(failure).map(Refusal::of);
        }

        /** Returns the message for an import that had nothing to do; empty for others. */
        public Optional<String> nothing() {
            return Optional.ofNullable(nothing);
        }

        /** Returns the current activity as text. */
        public String doing() {
            return switch (monitor.phase()) {
                case STARTING ->
                    String.format(
                            Locale.ROOT,
                            "computing the checksum of the input: %,d of %,d MB",
                            monitor.scanned() / MEGABYTE,
                            monitor.scanEnd() / MEGABYTE);
                case WAITING -> "waiting for the lease of another process, which may have died";
                case IMPORTING ->
                    String.format(
                            Locale.ROOT, "%,d records read", monitor.counts().read());
                case FINISHING -> "all records are read; creating indexes, checking counts, exporting rejects";
            };
        }

        /** Returns how many percent of the input are completed, or scanned; null if its end is unknown. */
        public @Nullable Long percent() {
            return monitor.phase() == Phase.STARTING
                    ? percent(monitor.scanned(), monitor.scanEnd())
                    : percent(monitor.position(), monitor.end());
        }

        private static @Nullable Long percent(long done, long end) {
            return end == 0 ? null : (Long) Math.min(PERCENT, PERCENT * done / end);
        }
    }

    /**
     * Configuration of background imports, in addition to {@link ImportConfiguration}. Needs beans of {@link
     * ImportJobs}, {@link InputRules} and {@link JobFiles}.
     */
    @Configuration(proxyBeanMethods = false)
    public static class BackgroundConfiguration {

        @Bean
        FormFolders formFolders(JobFiles files, ImportProperties limits, InputRules rules) {
            return new FormFolders(files, limits, rules);
        }

        @Bean
        BackgroundImports backgroundImports(ImportJobs jobs, FormFolders folders, ImportLauncher launcher, Runs runs) {
            return new BackgroundImports(jobs, folders, launcher, runs);
        }
    }
}
