package dev.mongohaul.report.figure;

import dev.mongohaul.repository.run.PastImport;
import java.time.Duration;

/** Computes durations and rates. */
public final class Figures {

    private static final double MILLIS = 1000.0;

    private Figures() {}

    /** Returns seconds with three decimals. */
    public static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }

    public static double seconds(PastImport past) {
        return seconds(past.duration());
    }

    public static long recordsPerSecond(PastImport past) {
        return perSecond(past.counts().read(), past.importing());
    }

    /** Returns records per second; 0 if no time passed. */
    public static long perSecond(long records, Duration duration) {
        double seconds = seconds(duration);
        return seconds == 0 ? 0 : Math.round(records / seconds);
    }
}
