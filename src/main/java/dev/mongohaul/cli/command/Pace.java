package dev.mongohaul.cli.command;

import dev.mongohaul.repository.Counts;
import java.util.Locale;

/**
 * How fast an import is, from where this try began: earlier tries do not count.
 *
 * @param startNanos when it began
 * @param records read when it began
 * @param bytes of the input that were settled when it began
 */
record Pace(long startNanos, long records, long bytes) {

    private static final double NANOS = 1e9;

    /** Sooner, a rate would say more about the start than about the import. */
    private static final double SETTLING_SECONDS = 1;

    /** Records so far over all tries and, as soon as they can be told, records per second. */
    String figures(Counts counts, long nowNanos) {
        StringBuilder text = new StringBuilder(format("%,d records", counts.read()));
        double seconds = (nowNanos - startNanos) / NANOS;
        if (seconds >= SETTLING_SECONDS) {
            text.append(format(", %,.0f/s", (counts.read() - records) / seconds));
        }
        if (counts.rejected() > 0) {
            text.append(format(", %,d rejected", counts.rejected()));
        }
        return text.toString();
    }

    /** Share of the input and time left; empty where the input's end is unknown (0), or nothing of it is done. */
    String outlook(long position, long end, long nowNanos) {
        long done = position - bytes;
        if (end == 0 || done <= 0) {
            return "";
        }
        double secondsLeft = (nowNanos - startNanos) / NANOS / done * (end - position);
        return format(", %d %% done, %s left", 100 * position / end, words(Math.round(secondsLeft)));
    }

    private static String words(long seconds) {
        return seconds < 60 ? seconds + " s" : format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
