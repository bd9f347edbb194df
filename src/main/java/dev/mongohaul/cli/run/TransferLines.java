package dev.mongohaul.cli.run;

import dev.mongohaul.csv.source.remote.TransferProgress;
import dev.mongohaul.text.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Progress of transfers on standard error: a line every few seconds.
 *
 * @param err standard error
 * @param lastNanos when the last line was printed
 */
record TransferLines(PrintWriter err, AtomicLong lastNanos) implements TransferProgress {

    private static final Duration LINE = Duration.ofSeconds(5);

    TransferLines(PrintWriter err) {
        this(err, new AtomicLong(System.nanoTime()));
    }

    @Override
    public void stored(String address, long done, long size) {
        long last = lastNanos.get();
        long now = System.nanoTime();
        if (now - last >= LINE.toNanos() && lastNanos.compareAndSet(last, now)) {
            err.printf(
                    Locale.ROOT,
                    "%s: fetching: %,d of %,d MB%n",
                    Printable.of(address),
                    done / 1_000_000,
                    size / 1_000_000);
        }
    }
}
