package dev.mongohaul.cli;

import dev.mongohaul.job.run.ImportMonitor;
import dev.mongohaul.job.run.ImportMonitor.Phase;
import dev.mongohaul.repository.Counts;
import java.io.PrintWriter;
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

    private static final long BAR_MILLIS = 200;
    private static final long LINE_MILLIS = 5000;

    private final String job;
    private final ImportMonitor monitor;
    private final PrintWriter err;
    private final ScheduledExecutorService timer;
    private final boolean terminal;
    private @Nullable ProgressBar bar;
    private long importingSinceNanos;

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
        long period = terminal ? BAR_MILLIS : LINE_MILLIS;
        var unused = timer.scheduleAtFixedRate(this::update, period, period, TimeUnit.MILLISECONDS);
        try {
            return importing.get();
        } finally {
            end();
        }
    }

    private synchronized void update() {
        if (monitor.phase() != Phase.IMPORTING && monitor.phase() != Phase.FINISHING) {
            return;
        }
        if (importingSinceNanos == 0) {
            importingSinceNanos = System.nanoTime();
        }
        if (terminal) {
            updateBar();
        } else {
            printLine();
        }
    }

    private void updateBar() {
        if (bar == null) {
            bar = newBar();
        }
        bar.stepTo(monitor.position());
        bar.setExtraMessage(figures());
    }

    private ProgressBar newBar() {
        return new ProgressBarBuilder()
                .setTaskName(job)
                .setInitialMax(monitor.end() == 0 ? -1 : monitor.end())
                .setUnit(" MB", 1_000_000)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis((int) BAR_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(Terminal.standardError()))
                .build();
    }

    private void printLine() {
        String share = monitor.end() == 0 ? "" : " (%d %%)".formatted(100 * monitor.position() / monitor.end());
        err.printf("%s: %s%s%n", job, figures(), share);
        err.flush();
    }

    private String figures() {
        Counts counts = monitor.counts();
        double seconds = (System.nanoTime() - importingSinceNanos) / 1e9;
        String text = "%,d records, %,.0f/s".formatted(counts.read(), seconds < 1 ? 0 : counts.read() / seconds);
        return counts.rejected() == 0 ? text : text + ", %,d rejected".formatted(counts.rejected());
    }

    private void end() {
        timer.shutdownNow();
        synchronized (this) {
            if (bar != null) {
                bar.stepTo(monitor.position());
                bar.close();
            }
        }
    }
}
