package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.ProgressDisplay;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.csv.source.remote.TransferProgress;
import dev.mongohaul.text.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/** Progress of transfers on standard error: a bar on a terminal, otherwise a line every few seconds. Thread-safe. */
final class TransferDisplay implements TransferProgress {

    private static final Duration LINE = Duration.ofSeconds(5);

    /** A shorter transfer has no bar. */
    private static final Duration BAR = Duration.ofMillis(500);

    private final PrintWriter err;
    private final boolean terminal;
    private boolean active;
    private long beganNanos;
    private long lastNanos = System.nanoTime();
    private @Nullable ProgressBar bar;

    TransferDisplay(PrintWriter err) {
        this(err, Terminal.isStandardError());
    }

    /** @param terminal whether standard error is one, and shows a bar */
    TransferDisplay(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /** Returns whether a transfer is under way. */
    synchronized boolean isActive() {
        return active;
    }

    @Override
    public synchronized void stored(String address, long done, long size) {
        long now = System.nanoTime();
        if (!active) {
            active = true;
            beganNanos = now;
        }
        if (terminal) {
            showBar(address, done, size, now);
        } else if (done > 0 && done < size && now - lastNanos >= LINE.toNanos()) {
            lastNanos = now;
            err.printf(
                    Locale.ROOT,
                    "%s: fetching: %,d of %,d MB%n",
                    Printable.of(address),
                    done / 1_000_000,
                    size / 1_000_000);
        }
    }

    private void showBar(String address, long done, long size, long now) {
        if (bar == null && now - beganNanos >= BAR.toNanos()) {
            String name = address.substring(address.lastIndexOf('/') + 1);
            bar = ProgressDisplay.bar("fetching " + Printable.of(name), done, size);
        }
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    @Override
    public synchronized void ended() {
        active = false;
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
