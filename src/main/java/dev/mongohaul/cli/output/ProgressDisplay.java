package dev.mongohaul.cli.output;

import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Display of a running import on standard error: a bar on a terminal, otherwise a line every few seconds. */
public final class ProgressDisplay {

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration LINE = Duration.ofSeconds(5);

    private final String job;
    private final ImportMonitor monitor;
    private final PrintWriter err;
    private final ScheduledExecutorService timer;
    private final boolean terminal;
    private Phase seen = Phase.STARTING;
    private boolean finishing;
    private @Nullable ProgressBar bar;
    private @Nullable Pace pace;
    private long lastLineNanos = System.nanoTime();
    private long scannedBefore;

    public ProgressDisplay(String job, ImportMonitor monitor, PrintWriter err) {
        this.job = job;
        this.monitor = monitor;
        this.err = err;
        this.terminal = Terminal.isStandardError();
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
        });
    }

    public <T> T during(Supplier<T> importing) {
        var unused =
                timer.scheduleAtFixedRate(this::show, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return importing.get();
        } finally {
            end();
        }
    }

    private synchronized void show() {
        Phase phase = monitor.phase();
        if (phase != seen) {
            seen = phase;
            lastLineNanos = System.nanoTime();
            if (phase.isAfterLoad()) {
                endBar();
                pace = null;
            }
        }
        switch (phase) {
            case STARTING -> showScan();
            case WAITING -> {}
            case FINISHING -> showFinishing();
            default -> showImporting();
        }
    }

    private void showScan() {
        long scanned = monitor.scanned();
        // The scan stands still while an input is fetched, which has a progress of its own.
        if (scanned < monitor.scanEnd() && lineIsDue() && scanned > scannedBefore) {
            scannedBefore = scanned;
            err.printf(
                    Locale.ROOT,
                    "%s: computing the checksum of the input: %,d of %,d MB%n",
                    job,
                    scanned / 1_000_000,
                    monitor.scanEnd() / 1_000_000);
        }
    }

    private void showFinishing() {
        if (!finishing && lineIsDue()) {
            finishing = true;
            endBar();
            err.printf("%s: all is read; making indexes, checking, exporting rejects%n", job);
        }
    }

    private boolean lineIsDue() {
        long now = System.nanoTime();
        if (now - lastLineNanos < LINE.toNanos()) {
            return false;
        }
        lastLineNanos = now;
        return true;
    }

    private void showImporting() {
        // The counts are reset a moment after the comparison begins.
        if (pace == null || monitor.counts().read() < pace.records()) {
            pace = new Pace(System.nanoTime(), monitor.counts().read(), monitor.position());
        }
        if (terminal) {
            updateBar(pace);
        } else if (lineIsDue()) {
            long now = System.nanoTime();
            err.printf(
                    "%s: %s%s%s%n",
                    job,
                    seen.isAfterLoad() ? "compared with the target: " : "",
                    pace.figures(monitor.counts(), now),
                    pace.outlook(monitor.position(), monitor.end(), now));
        }
    }

    private void updateBar(Pace ourPace) {
        if (bar == null) {
            bar = bar(
                    Printable.of(job) + (seen.isAfterLoad() ? " compared" : ""),
                    monitor.position(),
                    monitor.end() == 0 ? -1 : monitor.end());
        }
        bar.stepTo(monitor.position());
        bar.setExtraMessage(ourPace.figures(monitor.counts(), System.nanoTime()));
    }

    /**
     * Returns a bar of bytes on the terminal.
     *
     * @param end -1 if it is unknown
     */
    public static ProgressBar bar(String task, long position, long end) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .startsFrom(position, Duration.ZERO)
                .setInitialMax(end)
                .setUnit(" MB", 1_000_000)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis((int) INTERVAL.toMillis())
                .setConsumer(new ConsoleProgressBarConsumer(Terminal.standardError(), Terminal.width() - 1))
                .build();
    }

    private void end() {
        timer.shutdownNow();
        synchronized (this) {
            endBar();
        }
    }

    private void endBar() {
        if (bar != null && pace != null) {
            updateBar(pace);
            bar.close();
            bar = null;
        }
    }

    /**
     * The speed of this run; earlier runs of the import do not count.
     *
     * @param startNanos when the run began
     * @param records read when the run began
     * @param bytes of the input that were complete when the run began
     */
    record Pace(long startNanos, long records, long bytes) {

        private static final double NANOS = 1e9;

        /** An earlier rate would measure the start of the import. */
        private static final double SETTLING_SECONDS = 1;

        /** Returns the records of all runs and, after the first second, the records per second. */
        String figures(Counts counts, long nowNanos) {
            StringBuilder text = new StringBuilder(Counted.of(counts.read(), "record"));
            double seconds = (nowNanos - startNanos) / NANOS;
            if (seconds >= SETTLING_SECONDS) {
                text.append(Words.format(", %,.0f/s", (counts.read() - records) / seconds));
            }
            if (counts.rejected() > 0) {
                text.append(Words.format(", %,d rejected", counts.rejected()));
            }
            return text.toString();
        }

        /** Returns the share of the input and the time left; empty if the end is unknown (0) or nothing is complete. */
        String outlook(long position, long end, long nowNanos) {
            long done = position - bytes;
            if (end == 0 || done <= 0) {
                return "";
            }
            double secondsLeft = (nowNanos - startNanos) / NANOS / done * (end - position);
            return Words.format(", %d %% done, %s left", 100 * position / end, words(Math.round(secondsLeft)));
        }

        private static String words(long seconds) {
            return seconds < 60
                    ? seconds + " s"
                    : Words.format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
        }
    }
}
