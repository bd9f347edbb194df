package dev.mongohaul.job.launch.each;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.expect.Expected;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.ImportRunningException;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.file.Expectation;
import dev.mongohaul.job.setting.file.FileRules;
import dev.mongohaul.job.setting.file.ImportUnit;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Imports of the files of a job that imports each file: one after the other, without those that were imported before. Each
 * of them is launched as any other import is. For one run of a command or a slot.
 */
public final class FileByFile {

    /** How long a file has to be unchanged, unless a caller says otherwise. */
    static final Duration SETTLED = Duration.ofSeconds(5);

    private static final int MOVE_LOOKS = 20;
    private static final Duration MOVE_PAUSE = Duration.ofMillis(50);

    private final ImportJobs jobs;
    private final ImportRequest asked;
    private final @Nullable InputRules rules;
    private final Clock clock;
    private final Duration settled;
    private final List<Input> found;
    private final long foundNanos = System.nanoTime();
    private final FolderClocks folders = new FolderClocks();

    /** Paths of files whose move or deletion an earlier run has left to this one. */
    private final Set<String> resumed = new HashSet<>();

    /** What is known of files of the folder, with the newest one if the job imports only that; empty if the command names a file. */
    private Collection<KnownFile> earlier = List.of();

    private volatile boolean stopRequested;
    private volatile @Nullable ImportMonitor running;

    private FileByFile(
            ImportJobs jobs,
            ImportRequest asked,
            @Nullable InputRules rules,
            Clock clock,
            Duration settled,
            List<Input> found) {
        this.jobs = jobs;
        this.asked = asked;
        this.rules = rules;
        this.clock = clock;
        this.settled = settled;
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
        return of(jobs, asked, rules, clock, SETTLED);
    }

    /**
     * Lists the files as {@link #of(ImportJobs, ImportRequest, InputRules, Clock)} does.
     *
     * @param settled how long a file has to be unchanged
     */
    public static FileByFile of(
            ImportJobs jobs, ImportRequest asked, @Nullable InputRules rules, Clock clock, Duration settled) {
        JobFile job = asked.file();
        if (asked.again() && !asked.namesFiles()) {
            throw new JobRefusedException(
                    job.name(),
                    List.of(
                            "--again would import all files of the folder again: name those that you mean with files="));
        }
        List<Input> found = List.of();
        try {
            found = jobs.find(job, rules);
        } catch (InputException e) {
            if (!e.isNothingFound() || job.empty() != EmptyInput.OK || asked.named()) {
                throw e;
            }
        }
        return new FileByFile(jobs, asked, rules, clock, settled, found);
    }

    /**
     * Returns the files that an import of such a job would take now: new ones with their marker.
     *
     * @param found in the order of their names
     * @param known what is known of files of the job, by path
     */
    public static List<Input> ready(JobFile job, List<Input> found, Map<String, KnownFile> known) {
        return fresh(job, found, known).stream()
                .filter(input -> Expected.missingMarker(job, input).isEmpty())
                .toList();
    }

    /** As {@link #ready}, and also those that lack their marker. */
    public static List<Input> fresh(JobFile job, List<Input> found, Map<String, KnownFile> known) {
        return found.stream()
                .filter(input -> !isOlder(job, input, found))
                .filter(input -> newer(job, input, known.values()).isEmpty())
                .filter(input -> !isKnown(input, Optional.ofNullable(known.get(input.address()))))
                .toList();
    }

    private static boolean isOlder(JobFile job, Input input, List<Input> found) {
        return job.source().fileRules().each() == ImportUnit.NEWEST && !input.equals(found.get(found.size() - 1));
    }

    /**
     * Returns a file that was imported, or failed, and is newer than one that would be imported; empty if there is none. Its name
     * comes later, and its time is no earlier: names without leading zeros do not have the order of the nights.
     */
    private static Optional<KnownFile> newer(JobFile job, Input input, Collection<KnownFile> known) {
        return job.source().fileRules().each() != ImportUnit.NEWEST
                ? Optional.empty()
                : known.stream()
                        .filter(file -> file.state() != FileState.FORGOTTEN
                                && file.id().path().compareTo(input.address()) > 0
                                && !file.modified().isBefore(input.mark().modified()))
                        .findFirst();
    }

    /** Returns whether nothing is left to do for a file. If it went away, and lies there again, it has to go once more. */
    private static boolean isKnown(Input input, Optional<KnownFile> known) {
        return known.filter(before -> before.isImportOf(input.mark()))
                .filter(before -> !before.gone() || !isThere(input))
                .isPresent();
    }

    /** Returns whether a file that went away lies there again, with nothing to read in it or beside it. */
    private boolean isVersionOf(Input input, Optional<KnownFile> known) {
        Expectation expected = rules().expectation();
        return expected.checksum() == null
                && expected.records() == null
                && known.filter(KnownFile::isImported)
                        .filter(before -> before.mark().isSameVersion(input.mark()))
                        .isPresent();
    }

    /** Returns whether an object is there, or may be because its place cannot be looked at. */
    private static boolean isThere(Input input) {
        try {
            return input.file().place().isTaken();
        } catch (IOException | InputException e) {
            return true;
        }
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
     * @param done receives the result of each file, but of those that an earlier run has done with
     * @return the results of all files, in their order
     */
    public FileResults imports(
            ImportLauncher launcher, BiFunction<Launch, ImportMonitor, LaunchResult> run, Consumer<FileResult> done) {
        JobFile job = asked.file();
        launcher.resume(job).forEach(known -> resumed.add(known.id().path()));
        List<String> paths = found.stream().map(Input::address).toList();
        Map<String, KnownFile> known = launcher.known(job, paths);
        if (!asked.namesFiles()) {
            earlier = known.values();
        }
        List<FileResult> results = new ArrayList<>();
        boolean left = false;
        for (Input input : inOrder(launcher)) {
            FileResult result = left || stopRequested
                    ? notReached(input.address())
                    : result(input, Optional.ofNullable(known.get(input.address())), launcher, run);
            if (result.outcome() != FileOutcome.KNOWN || result.known().isPresent()) {
                done.accept(result);
            }
            results.add(result);
            left |= ends(result);
        }
        return new FileResults(results);
    }

    /**
     * Checks the files as imports would find them, one after the other, also those that were imported before: what is known
     * of files needs a server.
     *
     * @param check of one file; a failure of it is one of this file
     * @param left receives the result of a file that is not checked
     */
    public void check(BiConsumer<ImportRequest, ImportMonitor> check, Consumer<FileResult> left) {
        for (Input input : found) {
            String file = input.address();
            Optional<FileResult> obstacle =
                    stopRequested ? Optional.of(notReached(file)) : obstacle(input, "an import leaves it");
            if (obstacle.isPresent()) {
                left.accept(obstacle.get());
                continue;
            }
            try {
                check.accept(asked.of(input), begin());
            } catch (RuntimeException e) {
                if (ServerStates.isServerState(e)) {
                    throw e;
                }
                left.accept(FileResult.of(file, FileOutcome.REFUSED, e));
            } finally {
                running = null;
            }
        }
    }

    /** Returns the request for the only file of the job; empty if there are several, or it would be left. */
    public Optional<ImportRequest> single() {
        return found.size() == 1 && obstacle(found.get(0), "").isEmpty()
                ? Optional.of(asked.of(found.get(0)))
                : Optional.empty();
    }

    /** Returns why the only file of the job would be left; empty if there is none, or there are several. */
    public Optional<String> obstacle() {
        return found.size() == 1
                ? obstacle(found.get(0), "an import leaves it").map(left -> left.file() + ": " + left.message())
                : Optional.empty();
    }

    /** Returns whether the job has no file, which it allows. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    private static FileResult notReached(String file) {
        return FileResult.of(file, FileOutcome.LEFT, "was not reached");
    }

    /** Returns why a new file is left, without a look at its content; empty if it is not. */
    private Optional<FileResult> obstacle(Input input, String what) {
        String file = input.address();
        if (isOlder(asked.file(), input, found)) {
            return Optional.of(
                    FileResult.of(file, FileOutcome.OLDER, "is skipped, because the job imports the newest file only"));
        }
        Optional<KnownFile> newer = newer(asked.file(), input, earlier);
        if (newer.isPresent()) {
            return Optional.of(FileResult.of(
                    file,
                    FileOutcome.OLDER,
                    "is skipped, because the newer file %s came before it; to import it all the same, give files=PATH"
                            .formatted(newer.get().id().path())));
        }
        try {
            return Expected.missingMarker(asked.file(), input)
                    .map("its marker %s is missing"::formatted)
                    .map(missing -> asked.named()
                            ? FileResult.of(file, FileOutcome.REFUSED, InputException.refused(missing))
                            : FileResult.of(file, FileOutcome.GROWING, missing + "; " + what));
        } catch (InputException e) {
            return Optional.of(FileResult.of(file, FileOutcome.REFUSED, e));
        }
    }

    /** Returns the monitor of the next file, which a stop reaches. */
    private ImportMonitor begin() {
        ImportMonitor monitor = new ImportMonitor();
        running = monitor;
        if (stopRequested) {
            monitor.requestStop();
        }
        return monitor;
    }

    /** Returns the files in their order; where it matters, one whose import was interrupted comes before all others. */
    private List<Input> inOrder(ImportLauncher launcher) {
        if (!orderMatters()) {
            return found;
        }
        Set<String> unfinished = launcher.unfinishedFiles(asked.file().name());
        return found.stream()
                .sorted(Comparator.comparing(input -> !unfinished.contains(input.address())))
                .toList();
    }

    private boolean orderMatters() {
        return asked.file().write().operation().finds() || asked.file().swaps();
    }

    private FileResult result(
            Input input,
            Optional<KnownFile> known,
            ImportLauncher launcher,
            BiFunction<Launch, ImportMonitor, LaunchResult> run) {
        String file = input.address();
        if (isKnown(input, known) && !asked.again()) {
            return FileResult.of(file, FileOutcome.KNOWN, "was imported before")
                    .with(known.filter(before -> before.waits() || resumed.contains(input.address())));
        }
        Optional<FileResult> obstacle = obstacle(input, "the next run looks for it again");
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        if (!hasSettled(input)) {
            return isThere(input)
                    ? FileResult.of(file, FileOutcome.GROWING, "is still being written; the next run imports it")
                    : gone(file);
        }
        if (isVersionOf(input, known) && !asked.again()) {
            return FileResult.of(file, FileOutcome.KNOWN, "was imported before")
                    .with(launcher.again(asked.file(), known.orElseThrow()).stream()
                            .findFirst());
        }
        FileResult result = launch(input, launcher, run);
        return result.failed()
                ? result.with(launcher.failed(
                        asked.file(),
                        input.file(),
                        String.valueOf(result.message()),
                        result.run().map(Run::importNumber).orElse(0L),
                        result.isTriedAgain() || (result.run().isEmpty() && asked.mayBeTheMistake())))
                : result;
    }

    private static FileResult gone(String file) {
        return FileResult.of(file, FileOutcome.KNOWN, "is not there any more: another process imported or removed it");
    }

    private FileRules rules() {
        return asked.file().source().fileRules();
    }

    private FileResult launch(
            Input input, ImportLauncher launcher, BiFunction<Launch, ImportMonitor, LaunchResult> run) {
        String file = input.address();
        ImportMonitor monitor = begin();
        try {
            Optional<Launch> prepared = Launch.prepare(jobs, asked.of(input), rules, monitor);
            if (prepared.isEmpty()) {
                return isThere(input)
                        ? FileResult.of(file, FileOutcome.EMPTY, "has no record, which the job allows (empty: ok)")
                                .with(Optional.of(launcher.empty(asked.file(), input.file())))
                        : gone(file);
            }
            try (Launch launch = prepared.get()) {
                LaunchResult result = run.apply(launch, monitor);
                return result.nothing()
                        .map(message -> FileResult.of(file, FileOutcome.KNOWN, message))
                        .orElseGet(() -> FileResult.of(file, result.run().orElseThrow()))
                        .with(result.files().stream()
                                .filter(known -> known.id().path().equals(file))
                                .findFirst());
            }
        } catch (ImportRunningException e) {
            return FileResult.of(file, FileOutcome.RUNNING, e);
        } catch (LeaseLostException e) {
            if (e.isTakenOver()) {
                return FileResult.of(file, FileOutcome.RUNNING, e);
            }
            throw e;
        } catch (RuntimeException e) {
            if (ServerStates.isServerState(e)) {
                throw e;
            }
            return stays(input) ? FileResult.of(file, FileOutcome.REFUSED, e) : gone(file);
        } finally {
            running = null;
        }
    }

    /**
     * Returns whether a file that was refused stays where it was found. A move by another process makes a link before it removes
     * the file, so that only the time of the last change differs for a moment.
     */
    private static boolean stays(Input input) {
        try {
            for (int look = 0; look < MOVE_LOOKS; look++) {
                Optional<ObjectMark> now = input.file().place().mark();
                if (now.isEmpty()) {
                    return false;
                }
                if (!now.get().isOf(input.mark()) || now.get().isUnchanged(input.mark())) {
                    return true;
                }
                Thread.sleep(MOVE_PAUSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | InputException e) {
            // The refusal says more than this error.
            return true;
        }
        return true;
    }

    /** Returns whether the files after this one are left. */
    private boolean ends(FileResult result) {
        if (result.run().filter(run -> run.ending() == RunStatus.STOPPED).isPresent()) {
            return true;
        }
        boolean missing =
                result.failed() || result.outcome() == FileOutcome.RUNNING || result.outcome() == FileOutcome.GROWING;
        return missing && orderMatters();
    }

    /**
     * Looks at a file a second time, and waits before that if it may still be written; returns whether it did not change since
     * it was listed. Its time is compared with the clocks of this machine and of the file system, of which either can be wrong.
     */
    private boolean hasSettled(Input input) {
        if (input.file().isWhole()) {
            return true;
        }
        boolean local = InputSources.isFile(input.address());
        Instant modified = input.stamp().modified();
        try {
            if (local
                    && isPast(modified, clock.instant())
                    && folders.now(input).filter(now -> isPast(modified, now)).isPresent()) {
                // Another process that moves the file changes only its version.
                ObjectStamp now = InputSources.stamp(input.address());
                return now.size() == input.stamp().size() && now.modified().equals(modified);
            }
            Thread.sleep(Math.max(
                    0, settled.minusNanos(System.nanoTime() - foundNanos).toMillis()));
            return local
                    ? InputSources.stamp(input.address()).equals(input.stamp())
                    : input.file().place().mark().filter(input.mark()::isCopyOf).isPresent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isPast(Instant time, Instant now) {
        return time.plus(settled).isBefore(now);
    }
}
