package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.InputRules.PathRoots;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.ImportMonitor.Phase;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.JobFiles.ListedJobFile;
import dev.mongohaul.job.file.Source;
import dev.mongohaul.job.launch.Failures.Refusal;
import dev.mongohaul.job.launch.ImportLauncher.ImportRunningException;
import dev.mongohaul.job.launch.ImportLauncher.LaunchResult;
import dev.mongohaul.job.launch.ImportLauncher.NothingToDo;
import dev.mongohaul.job.launch.RunControl.RunRefusedException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
    private final ExecutorService threads = Executors.newCachedThreadPool(new CustomizableThreadFactory("import-"));
    private final Map<String, BackgroundImport> latest = new ConcurrentHashMap<>();
    private volatile boolean ending;

    public BackgroundImports(
            ImportJobs jobs, JobFiles files, ImportProperties limits, InputRules rules, ImportLauncher launcher) {
        this.jobs = jobs;
        this.folders = new FormFolders(files, limits, rules);
        this.launcher = launcher;
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
            threads.execute(() -> begun.run(jobs, launcher));
            return begun;
        });
        return begun;
    }

    /** Returns the job's last import that was started here; empty if there was none. */
    public Optional<BackgroundImport> latest(String job) {
        return Optional.ofNullable(latest.get(job));
    }

    /**
     * Returns the jobs with an import of this process under way. Ask before reading a report: the report of a job that is
     * not among them has the outcome of its last import.
     */
    public Set<String> underWay() {
        return latest.values().stream()
                .filter(BackgroundImport::isUnderWay)
                .map(BackgroundImport::job)
                .collect(Collectors.toSet());
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
        void run(ImportJobs jobs, ImportLauncher launcher) {
            try {
                jobs.prepare(asked.file(), asked.request(), rules)
                        .ifPresentOrElse(job -> launch(job, launcher), () -> nothing = NothingToDo.noRecord(job()));
            } catch (RuntimeException e) {
                failure = e;
                LOG.warn("{} was not imported: {}", job(), Refusal.of(e).message());
            } finally {
                over.countDown();
            }
        }

        private void launch(ImportJob job, ImportLauncher launcher) {
            Future<InputScan> reading = InputScan.begin(job, monitor);
            scan = reading;
            try {
                if (monitor.stopRequested()) {
                    reading.cancel(true);
                }
                LaunchResult result = launcher.launch(job, reading, asked.again(), monitor);
                if (result.nothingToDo()) {
                    monitor.runs(result.plan().jobInstanceId());
                    nothing = NothingToDo.loadedBefore(job(), launcher.runOf(result));
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

        public boolean isUnderWay() {
            return over.getCount() > 0;
        }

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
            boolean scanning = monitor.phase() == Phase.STARTING;
            long done = scanning ? monitor.scanned() : monitor.position();
            long end = scanning ? monitor.scanEnd() : monitor.end();
            return end == 0 ? null : (Long) Math.min(PERCENT, PERCENT * done / end);
        }
    }

    /**
     * Rules for the folders that a form may name. Thread-safe.
     *
     * <p>The users who may start imports may not read and write all files that the process can. Without other settings, a
     * form may name input files in folders that job files name, and reject folders that job files name. Values that a form
     * leaves as they are in the job file are allowed.
     *
     * @param rules for the files that job files may name
     */
    record FormFolders(JobFiles files, ImportProperties properties, InputRules rules) {

        private static final String INPUTS = "a form without mongohaul.import.input-roots";
        private static final String OUTPUTS = "a form without mongohaul.import.output-roots";

        private static final InputRules.Search SEARCH = new InputRules.Search(100_000, Duration.ofSeconds(10));

        /** Matching time grows with the length of the path to the power of this number. */
        private static final int MOST_STARS = 4;

        /**
         * Checks the request without a search for files.
         *
         * @return rules for the files that the import may read
         * @throws InputException if it names a file or a folder that no form may name
         * @throws JobRefusedException if it reads standard input
         */
        InputRules rules(ImportRequest asked) {
            requireRejectsFolder(asked);
            List<String> named = asked.file().source().files();
            if (named.contains(Source.STANDARD_INPUT)) {
                throw new JobRefusedException(
                        asked.file().name(),
                        List.of(
                                "source.files: a page has no standard input (-); name a file, or use the command 'import'"));
            }
            if (isAsItStands(asked, file -> file.source().files().equals(named))) {
                return rules;
            }
            List<String> ofJobs =
                    jobs().flatMap(job -> job.source().files().stream()).toList();
            InputRules confined = rules.confined(known(PathRoots.around(ofJobs)), INPUTS, SEARCH);
            named.forEach(pattern -> {
                confined.requireFolder(pattern);
                requireFewStars(pattern);
            });
            return confined;
        }

        /** Counts two adjacent stars as one. */
        private static void requireFewStars(String pattern) {
            if (pattern.replace("**", "*")
                            .chars()
                            .filter(character -> character == '*')
                            .count()
                    > MOST_STARS) {
                throw InputException.refused(
                        "'%s': a pattern in a form has at most %d stars".formatted(pattern, MOST_STARS));
            }
        }

        private void requireRejectsFolder(ImportRequest asked) {
            Path folder = asked.file().rejects().directory();
            properties.requireOutput(folder);
            if (properties.outputRoots().isEmpty()
                    && !isAsItStands(asked, file -> file.rejects().directory().equals(folder))) {
                List<Path> ofJobs =
                        jobs().map(job -> job.rejects().directory()).distinct().toList();
                known(new PathRoots(ofJobs)).require(folder, OUTPUTS);
            }
        }

        /** Refuses roots without a folder, which would allow any. */
        private static PathRoots known(PathRoots roots) {
            if (roots.folders().isEmpty()) {
                throw InputException.refused("No job file names a folder, so that a form cannot name one either");
            }
            return roots;
        }

        private static boolean isAsItStands(ImportRequest asked, Predicate<JobFile> same) {
            return asked.standing().filter(same).isPresent();
        }

        private Stream<JobFile> jobs() {
            return files.list().stream().map(ListedJobFile::job).flatMap(Optional::stream);
        }
    }
}
