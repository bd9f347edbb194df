package dev.mongohaul.job.launch.background;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.FileSearch;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.csv.source.PathRoots;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.ImportRunningException;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.file.AfterImport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Imports and comparisons that run in the background, at most one of each job at a time. Thread-safe. */
public final class BackgroundImports implements AutoCloseable {

    static final Logger LOG = LoggerFactory.getLogger(BackgroundImports.class);

    /** Longest time for a chunk in flight to end at shutdown; the next run resumes from the last checkpoint. */
    private static final long SHUTDOWN_SECONDS = 28;

    private final ImportJobs jobs;
    private final FormFolders folders;
    private final ImportLauncher launcher;
    private final UndoLauncher undos;
    private final ExecutorService threads = Executors.newCachedThreadPool(new CustomizableThreadFactory("import-"));
    private final Map<String, BackgroundImport> latest = new ConcurrentHashMap<>();
    private volatile boolean ending;

    public BackgroundImports(
            ImportJobs jobs,
            JobFiles files,
            ImportProperties limits,
            InputRules rules,
            ImportLauncher launcher,
            UndoLauncher undos) {
        this.jobs = jobs;
        this.folders = new FormFolders(files, limits, rules);
        this.launcher = launcher;
        this.undos = undos;
    }

    /**
     * Starts an import. Its files are searched for on its own thread.
     *
     * @throws RuntimeException if it names a folder that a form may not name, or the job's last import is still
     *     running; {@link Refusal} has the message
     */
    public BackgroundImport start(ImportRequest asked) {
        return start(BackgroundImport.of(asked, folders.rules(asked), jobs, launcher));
    }

    /**
     * Starts to continue the import or the undo of a run, as the command {@code restart} does.
     *
     * @throws RuntimeException as {@link #start(ImportRequest)} and {@link RunControl#restart} do
     */
    public BackgroundImport restart(RunControl control, JobFiles files, long run, List<String> given) {
        return control.isUndo(run, given)
                ? undo(control.planOf(run).identity().job(), run, false, control.exports(files, run))
                : start(control.restart(files, run, given));
    }

    /** Returns whether there is a way to take the completed import of a run back. */
    public boolean canUndo(long run) {
        return undos.isPossible(run);
    }

    /**
     * Starts to take back the import of a run, as {@link UndoLauncher#undo} does.
     *
     * @throws RuntimeException if an import of the job is running here
     */
    public BackgroundImport undo(String job, long run, boolean force, Path directory) {
        return start(BackgroundImport.of(job, monitor -> undos.undo(run, force, directory, monitor)));
    }

    /**
     * Starts to compare an input with the target of a job.
     *
     * @param comparison keeps its result
     * @throws RuntimeException if an import of the job is running here
     */
    public BackgroundImport compare(String job, Consumer<ImportMonitor> comparison) {
        return start(BackgroundImport.comparing(job, comparison));
    }

    private BackgroundImport start(BackgroundImport begun) {
        latest.compute(begun.job(), (name, before) -> {
            if (ending || (before != null && before.isUnderWay())) {
                throw ImportRunningException.here(name);
            }
            threads.execute(begun::run);
            return begun;
        });
        return begun;
    }

    /** Returns the job's last import or comparison that was started here; empty if there was none. */
    public Optional<BackgroundImport> latest(String job) {
        return Optional.ofNullable(latest.get(job));
    }

    /**
     * Returns the jobs with an import of this process under way. Ask before reading a report: the report of a job that is
     * not among them has the outcome of its last import.
     */
    public Set<String> underWay() {
        return latest.values().stream()
                .filter(begun -> begun.isUnderWay() && !begun.isComparison())
                .map(BackgroundImport::job)
                .collect(Collectors.toSet());
    }

    /** Returns the jobs with a comparison of this process under way. Ask before reading its result. */
    public Set<String> compared() {
        return latest.values().stream()
                .filter(begun -> begun.isUnderWay() && begun.isComparison())
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
                .orElseThrow(() ->
                        new RunRefusedException("No import of %s that was started here is running".formatted(job)));
        running.requestStop();
        return job
                + ": the %s was asked to stop; it ends after the chunk in flight"
                        .formatted(running.isComparison() ? "comparison" : "import");
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
                LOG.warn("An import did not stop in time; its next run continues from the last checkpoint");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Rules for the folders that a form, or a program that uses the API, may name. Thread-safe.
     *
     * <p>The users who may start imports may not read and write all files that the process can. Without other settings, a
     * form may name input files in folders that job files name, and reject folders that job files name. Values that a form
     * leaves as they are in the job file are allowed.
     *
     * @param rules for the files that job files may name
     */
    record FormFolders(JobFiles files, ImportProperties properties, InputRules rules) {

        private static final String INPUTS = "a page or program without mongohaul.import.input-roots";
        private static final String OUTPUTS = "a page or program without mongohaul.import.output-roots";

        private static final FileSearch SEARCH = new FileSearch(100_000, Duration.ofSeconds(10));

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
            requireFate(asked);
            requireClasses(asked);
            List<String> named = asked.file().source().files();
            if (named.contains(InputSources.STANDARD_INPUT)) {
                throw new JobRefusedException(
                        asked.file().name(),
                        List.of(
                                "source.files: a page or program has no standard input (-); name a file, or use the command 'import'"));
            }
            if (isAsItStands(asked, file -> file.source().files().equals(named))) {
                return rules;
            }
            // Corrected rejects are imported from the folder in which they were written.
            List<String> ofJobs = jobs().flatMap(job -> Stream.concat(
                            job.source().files().stream(),
                            Stream.of(job.rejects().directory() + "/*")))
                    .toList();
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
                        "'%s': a pattern of a page or program has at most %d stars".formatted(pattern, MOST_STARS));
            }
        }

        /** Refuses a form that lets files be moved or deleted. */
        private static void requireFate(ImportRequest asked) {
            AfterImport after = asked.file().source().fileRules().after();
            if (!after.keepsAll()
                    && !isAsItStands(
                            asked, file -> file.source().fileRules().after().equals(after))) {
                throw new JobRefusedException(
                        asked.file().name(),
                        List.of(
                                "source.after: a page or program cannot change what becomes of files; change the job file"));
            }
        }

        /** Refuses a form that names code, or tells it what to do. */
        private static void requireClasses(ImportRequest asked) {
            JobFile file = asked.file();
            String entity = file.entity();
            if (entity != null && !isAsItStands(asked, own -> entity.equals(own.entity()))) {
                throw new JobRefusedException(
                        file.name(), List.of("entity: a page or program cannot name a class; change the job file"));
            }
            String processor = file.processor();
            if (processor != null
                    && !isAsItStands(
                            asked,
                            own -> processor.equals(own.processor())
                                    && own.processorSettings().equals(file.processorSettings()))) {
                throw new JobRefusedException(
                        file.name(),
                        List.of(
                                "processor: a page or program cannot name a processor or its settings; change the job file"));
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
                throw InputException.refused(
                        "No job file names a folder, so that a page or program cannot name one either");
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
