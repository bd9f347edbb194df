package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.Terminal;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.ImportMonitor.Phase;
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

/** Shows a running import: a bar on a terminal, a line every few seconds otherwise. Both go to standard error. */
final class ProgressDisplay {

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LINE = Duration.ofSeconds(5);

    private final String job;
    private final ImportMonitor monitor;
    private final PrintWriter err;
    private final ScheduledExecutorService timer;
    private final boolean terminal;
    private Phase seen = Phase.STARTING;
    private @Nullable Phase said;
    private @Nullable ProgressBar bar;
    private @Nullable Pace pace;
    private long lastLineNanos = System.nanoTime();

    ProgressDisplay(String job, ImportMonitor monitor, PrintWriter err) {
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

    /** Shows the import while it runs. */
    <T> T during(Supplier<T> importing) {
        var unused = timer.scheduleAtFixedRate(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return importing.get();
        } finally {
            end();
        }
    }

    private synchronized void look() {
        Phase phase = monitor.phase();
        if (phase != seen) {
            seen = phase;
            lastLineNanos = System.nanoTime();
        }
        switch (phase) {
            case STARTING -> showScan();
            case WAITING -> {}
            case IMPORTING -> showImporting();
            case FINISHING -> sayOnce("all is read; making indexes, checking, exporting rejects");
        }
    }

    private void showScan() {
        if (monitor.scanned() < monitor.scanEnd() && lineIsDue()) {
            err.printf(
                    Locale.ROOT,
                    "%s: reading the input once, to know it again: %,d of %,d MB%n",
                    job,
                    monitor.scanned() / 1_000_000,
                    monitor.scanEnd() / 1_000_000);
        }
    }

    /** Where a phase lasts. */
    private void sayOnce(String what) {
        if (said != seen && lineIsDue()) {
            said = seen;
            endBar();
            err.printf("%s: %s%n", job, what);
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
        if (pace == null) {
            pace = new Pace(System.nanoTime(), monitor.counts().read(), monitor.position());
        }
        if (terminal) {
            updateBar(pace);
        } else if (lineIsDue()) {
            long now = System.nanoTime();
            err.printf(
                    "%s: %s%s%n",
                    job, pace.figures(monitor.counts(), now), pace.outlook(monitor.position(), monitor.end(), now));
        }
    }

    private void updateBar(Pace ourPace) {
        if (bar == null) {
            bar = newBar();
        }
        bar.stepTo(monitor.position());
        bar.setExtraMessage(ourPace.figures(monitor.counts(), System.nanoTime()));
    }

    private ProgressBar newBar() {
        return new ProgressBarBuilder()
                .setTaskName(Printable.of(job))
                .startsFrom(monitor.position(), Duration.ZERO)
                .setInitialMax(monitor.end() == 0 ? -1 : monitor.end())
                .setUnit(" MB", 1_000_000)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis((int) LOOK.toMillis())
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
}
