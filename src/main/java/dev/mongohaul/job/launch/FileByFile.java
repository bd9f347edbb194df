package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.expect.Expected;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.LoadKind;
import dev.mongohaul.job.setting.file.FailedFile;
import dev.mongohaul.job.setting.file.FileOrder;
import dev.mongohaul.job.setting.file.FilePick;
import dev.mongohaul.job.setting.file.FileRules;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.repository.file.FileMark;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.run.ImportEnding;
import dev.mongohaul.repository.run.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Imports of the files of a job that imports each file: one after the other, without those that were imported before. Each
 * of them is launched as any other import is. For one run of a command or a slot.
 */
public final class FileByFile {

    /** A file that changed later than this ago is looked at again. */
    private static final Duration SETTLED = Duration.ofSeconds(5);

    private final ImportJobs jobs;
    private final ImportRequest asked;
    private final @Nullable InputRules rules;
    private final Clock clock;
    private final List<Input> found;
    private volatile boolean stopRequested;
    private volatile @Nullable ImportMonitor running;

    private FileByFile(
            ImportJobs jobs, ImportRequest asked, @Nullable InputRules rules, Clock clock, List<Input> found) {
        this.jobs = jobs;
        this.asked = asked;
        this.rules = rules;
        this.clock = clock;
        this.found = found;
    }

    /** Returns whether a request is for such a job. */
    public static boolean isFor(ImportRequest asked) {
        return asked.file().source().fileRules().oneByOne();
    }

    /**
     * Lists the files of the job.
     *
     * @param rules of what may be read; null for those of the process
     * @throws InputException if there is none, and the job does not allow that, or one cannot be read
     * @throws JobRefusedException if files were to be imported again without being named
     */
    public static FileByFile of(ImportJobs jobs, ImportRequest asked, @Nullable InputRules rules, Clock clock) {
        JobFile job = asked.file();
        if (asked.again() && !asked.namesFiles()) {
            throw new JobRefusedException(
                    job.name(),
                    List.of(
                            "--again would import all files of the folder again: name those that you mean with files="));
        }
        List<Input> found = new ArrayList<>();
        try {
            found.addAll(jobs.find(job, rules));
        } catch (InputException e) {
            if (!e.isNothingFound() || job.empty() != EmptyInput.OK) {
                throw e;
            }
        }
        if (job.source().fileRules().order() == FileOrder.MODIFIED) {
            found.sort(Comparator.comparing(input -> input.stamp().modified()));
        }
        return new FileByFile(jobs, asked, rules, clock, found);
    }

    /** Asks the import that runs to stop, and starts no other. For any thread. */
    public void requestStop() {
        stopRequested = true;
        ImportMonitor current = running;
        if (current != null) {
            current.requestStop();
        }
    }

    /**
     * Imports the new files.
     *
     * @param run runs a launch to its end, and shows its progress
     * @param done receives the result of each file that is not known from an earlier run
     * @return the results of all files, in their order
     */
    public FileResults imports(
            ImportLauncher launcher, BiFunction<Launch, ImportMonitor, LaunchResult> run, Consumer<FileResult> done) {
        JobFile job = asked.file();
        launcher.files().resume(job);
        List<String> paths = found.stream().map(Input::address).toList();
        Map<String, KnownFile> known = launcher.known(job, paths);
        List<FileResult> results = new ArrayList<>();
        boolean left = false;
        for (Input input : found) {
            FileResult result = left || stopRequested
                    ? FileResult.of(Path.of(input.address()), FileOutcome.LEFT, "was not reached")
                    : result(input, Optional.ofNullable(known.get(input.address())), launcher, run);
            if (result.outcome() != FileOutcome.KNOWN || result.run().isPresent()) {
                done.accept(result);
            }
            results.add(result);
            left |= ends(result);
        }
        return new FileResults(results);
    }

    private FileResult result(
            Input input,
            Optional<KnownFile> known,
            ImportLauncher launcher,
            BiFunction<Launch, ImportMonitor, LaunchResult> run) {
        Path file = Path.of(input.address());
        FileMark mark = new FileMark(input.stamp().size(), input.stamp().modified(), null);
        if (known.filter(before -> before.isImported() && before.mark().isCopyOf(mark))
                        .isPresent()
                && !asked.again()) {
            return FileResult.of(file, FileOutcome.KNOWN, "was imported before");
        }
        if (rules().pick() == FilePick.NEWEST && !input.equals(found.get(found.size() - 1))) {
            return FileResult.of(file, FileOutcome.OLDER, "is skipped, because the job imports the newest file only");
        }
        Optional<String> missing = Expected.missingMarker(asked.file(), file);
        if (missing.isPresent()) {
            return FileResult.of(file, FileOutcome.GROWING, missing.get() + "; the next run looks for it again");
        }
        if (!hasSettled(input)) {
            return FileResult.of(file, FileOutcome.GROWING, "is still being written; the next run imports it");
        }
        FileResult result = launch(file, run);
        if (result.failed()) {
            launcher.files()
                    .failed(
                            asked.file(),
                            file,
                            String.valueOf(result.message()),
                            result.run().map(Run::importNumber).orElse(0L));
        }
        return result;
    }

    private FileRules rules() {
        return asked.file().source().fileRules();
    }

    private FileResult launch(Path file, BiFunction<Launch, ImportMonitor, LaunchResult> run) {
        ImportMonitor monitor = new ImportMonitor();
        running = monitor;
        if (stopRequested) {
            monitor.requestStop();
        }
        try {
            Optional<Launch> prepared = Launch.prepare(jobs, asked.of(file), rules, monitor);
            if (prepared.isEmpty()) {
                return FileResult.of(file, FileOutcome.KNOWN, "has no record, which the job allows (empty: ok)");
            }
            try (Launch launch = prepared.get()) {
                LaunchResult result = run.apply(launch, monitor);
                return result.nothing()
                        .map(message -> FileResult.of(file, FileOutcome.KNOWN, message))
                        .orElseGet(() -> FileResult.of(file, result.run().orElseThrow()));
            }
        } catch (ImportRunningException e) {
            return FileResult.of(file, FileOutcome.RUNNING, e);
        } catch (RuntimeException e) {
            if (ServerStates.isServerState(e)) {
                throw e;
            }
            return FileResult.of(file, FileOutcome.REFUSED, e);
        } finally {
            running = null;
        }
    }

    /** Returns whether the files after this one are left. */
    private boolean ends(FileResult result) {
        boolean inOrder =
                asked.file().write().operation().finds() || asked.file().write().load() == LoadKind.SWAP;
        if (result.run().filter(run -> run.ending() == ImportEnding.STOPPED).isPresent()) {
            return true;
        }
        if (result.outcome() == FileOutcome.RUNNING || result.outcome() == FileOutcome.GROWING) {
            return inOrder;
        }
        FailedFile wanted = rules().onFailure();
        return result.failed() && (wanted == null ? inOrder : wanted == FailedFile.STOP);
    }

    /** Waits until a file that was changed just now should not change any more; returns whether it does not. */
    private boolean hasSettled(Input input) {
        try {
            ObjectStamp now = InputSources.stamp(input.address());
            Duration rest = Duration.between(clock.instant(), now.modified().plus(SETTLED));
            if (rest.isNegative() || rest.compareTo(SETTLED) > 0) {
                // A time in the future is that of another clock, and says nothing.
                return true;
            }
            Thread.sleep(rest.toMillis());
            return InputSources.stamp(input.address()).equals(now) && now.equals(input.stamp());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException e) {
            return false;
        }
    }
}
