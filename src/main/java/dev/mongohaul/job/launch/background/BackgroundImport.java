package dev.mongohaul.job.launch.background;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.each.NothingToDo;
import dev.mongohaul.job.launch.each.Start;
import dev.mongohaul.job.launch.each.StartResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.text.Counted;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Import, undo of one, or comparison with a target, on a thread of its own, and its progress. Thread-safe. */
public final class BackgroundImport {

    private static final long LOOK_MILLIS = 50;
    private static final int MEGABYTE = 1_000_000;
    private static final int PERCENT = 100;

    private final String job;
    private final Work work;
    private final boolean comparison;
    private final ImportMonitor monitor = new ImportMonitor();
    private final Instant started = Instant.now();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable RuntimeException failure;
    private volatile @Nullable String nothing;
    private volatile @Nullable String left;
    private volatile @Nullable Start start;

    /** What runs in the background. */
    @FunctionalInterface
    private interface Work {

        void run(BackgroundImport progress);
    }

    private BackgroundImport(String job, boolean comparison, Work work) {
        this.job = job;
        this.comparison = comparison;
        this.work = work;
    }

    /** @param rules for the files that it may read */
    static BackgroundImport of(ImportRequest asked, InputRules rules, ImportJobs jobs, ImportLauncher launcher) {
        return new BackgroundImport(asked.file().name(), false, progress -> {
            try (Start begun = Start.of(jobs, asked, rules, progress.monitor)) {
                progress.start = begun;
                if (progress.monitor.stopRequested()) {
                    progress.requestStop();
                }
                progress.ended(begun.on(launcher));
            }
        });
    }

    /** @param undo takes back an import of the job */
    static BackgroundImport of(String job, Function<ImportMonitor, LaunchResult> undo) {
        return new BackgroundImport(
                job, false, progress -> progress.ended(StartResult.of(undo.apply(progress.monitor))));
    }

    /** @param work compares an input with the target of the job, and keeps the result */
    static BackgroundImport comparing(String job, Consumer<ImportMonitor> work) {
        return new BackgroundImport(job, true, progress -> work.accept(progress.monitor));
    }

    /** Runs the import on the calling thread to its end. Throws nothing. */
    void run() {
        try {
            work.run(this);
        } catch (RuntimeException e) {
            failed(e);
        } catch (Throwable e) {
            failed(new ImportFailedException("The import ended by an error: " + Failures.describe(e), e));
        } finally {
            over.countDown();
        }
    }

    private void failed(RuntimeException why) {
        failure = why;
        BackgroundImports.LOG.warn("{}: {}", job, Refusal.of(why).message());
    }

    /** Takes the number of the import with the most severe status, or of the one before; a refusal says more than it. */
    private void ended(StartResult result) {
        if (result.refusal() != null
                && result.worst().filter(run -> run.status().broke()).isEmpty()) {
            failed(result.refusal());
            return;
        }
        NothingToDo none = result.nothing();
        nothing = none != null ? none.message() : result.runs().isEmpty() ? result.left() : null;
        left = nothing == null ? result.left() : null;
        result.worst().or(result::before).map(Run::importNumber).ifPresent(monitor::runs);
    }

    /** Requests a stop: at once while the input is scanned, else after the chunk in flight. */
    void requestStop() {
        monitor.requestStop();
        Start begun = start;
        if (begun != null) {
            begun.requestStop();
            begun.close();
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
        return monitor.phase() != Phase.STARTING && monitor.phase() != Phase.WAITING;
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
        return job;
    }

    /** Returns whether it compares an input with the target, and writes nothing. */
    public boolean isComparison() {
        return comparison;
    }

    /** Returns why the import was refused or failed; empty if it was not. */
    public Optional<Refusal> refusal() {
        return Optional.ofNullable(failure).map(Refusal::of);
    }

    /** Returns why files of the job were left, although others were imported; empty if none was. */
    public Optional<String> left() {
        return Optional.ofNullable(left);
    }

    /** Returns the message for an import that had nothing to do; empty for others. */
    public Optional<String> nothing() {
        return Optional.ofNullable(nothing);
    }

    public String doing() {
        if (comparison && monitor.phase() != Phase.STARTING) {
            return compared();
        }
        return switch (monitor.phase()) {
            case STARTING ->
                String.format(
                        Locale.ROOT,
                        "computing the checksum of the input: %,d of %,d MB",
                        monitor.scanned() / MEGABYTE,
                        monitor.scanEnd() / MEGABYTE);
            case WAITING -> "waiting for the lease of another process, which may have died";
            case IMPORTING -> Counted.of(monitor.counts().read(), "record") + " read";
            case FINISHING -> "all records are read; creating indexes, checking counts, exporting rejects";
            default -> compared();
        };
    }

    private String compared() {
        return Counted.of(monitor.counts().read(), "record") + " compared with the target";
    }

    /** Returns how many percent of the input are completed, or scanned; null if its end is unknown. */
    public @Nullable Long percent() {
        boolean scanning = monitor.phase() == Phase.STARTING;
        long done = scanning ? monitor.scanned() : monitor.position();
        long end = scanning ? monitor.scanEnd() : monitor.end();
        return end == 0 ? null : (Long) Math.min(PERCENT, PERCENT * done / end);
    }
}
