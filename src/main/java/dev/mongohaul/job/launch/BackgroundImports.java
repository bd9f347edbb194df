package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.ImportMonitor.Phase;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.file.read.JobFiles;
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

/** Imports that go on while whoever asked for them does something else; one of a job at a time. Thread-safe. */
public final class BackgroundImports implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundImports.class);

    /** A chunk in flight ends, or is given up; the next run goes on from the last checkpoint. */
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

    /** An import on a thread of its own, and how far it is. Thread-safe. */
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

        /** @param rules of what it may read */
        BackgroundImport(ImportRequest asked, InputRules rules) {
            this.asked = asked;
            this.rules = rules;
        }

        /** On the calling thread, to its end; throws nothing. */
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
                    List<Run> tries = runs.runsOf(number);
                    nothing = NothingToDo.loadedBefore(job(), tries.get(tries.size() - 1));
                }
            } finally {
                reading.cancel(true);
            }
        }

        /** Ends it: at once while its input is looked at, else after the chunk in flight. */
        void requestStop() {
            monitor.requestStop();
            Future<InputScan> reading = scan;
            if (reading != null) {
                reading.cancel(true);
            }
        }

        /**
         * Waits until records are read and written, or until there is nothing to wait for; no longer than the retryPolicy.
         *
         * @throws RuntimeException what the launch was refused or failed with meanwhile
         */
        public void awaitBegin(Duration retryPolicy) {
            long end = System.nanoTime() + retryPolicy.toNanos();
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

        /** The import's number, or the one's that loaded the content before; empty before it has a run, and where it never gets one. */
        public OptionalLong number() {
            long number = monitor.importNumber();
            return number == 0 ? OptionalLong.empty() : OptionalLong.of(number);
        }

        /** Whether it still goes on. */
        public boolean isUnderWay() {
            return over.getCount() > 0;
        }

        /** The name of its job. */
        public String job() {
            return asked.file().name();
        }

        /** Why it was not run, or could not be; empty where it was, or goes on. */
        public Optional<Refusal> refusal() {
            return Optional.ofNullable(failure).map(Refusal::of);
        }

        /** What is told where there was nothing to do; empty where there was. */
        public Optional<String> nothing() {
            return Optional.ofNullable(nothing);
        }

        /** What it does now, for people. */
        public String doing() {
            return switch (monitor.phase()) {
                case STARTING ->
                    String.format(
                            Locale.ROOT,
                            "reading the input once, to know it again: %,d of %,d MB",
                            monitor.scanned() / MEGABYTE,
                            monitor.scanEnd() / MEGABYTE);
                case WAITING -> "waiting for another process that has this import, and may be dead";
                case IMPORTING ->
                    String.format(Locale.ROOT, "%,d records read", monitor.counts().read());
                case FINISHING -> "all is read; making indexes, checking, exporting rejects";
            };
        }

        /** How much of the input is settled, or was looked at where none is yet; null where its end is unknown. */
        public @Nullable Long percent() {
            return monitor.phase() == Phase.STARTING
                    ? percent(monitor.scanned(), monitor.scanEnd())
                    : percent(monitor.position(), monitor.end());
        }

        private static @Nullable Long percent(long done, long end) {
            return end == 0 ? null : (Long) Math.min(PERCENT, PERCENT * done / end);
        }
    }

    /** Imports in the background, on top of what imports take; of the {@link ImportJobs}, {@link InputRules} and {@link JobFiles} given. */
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
