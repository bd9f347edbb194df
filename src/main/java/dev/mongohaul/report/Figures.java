package dev.mongohaul.report;

import dev.mongohaul.repository.PastImports.PastImport;
import java.time.Duration;

/** How durations and rates are figured. */
public final class Figures {

    private static final double MILLIS = 1000.0;

    private Figures() {}

    /** With three digits behind the point. */
    public static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }

    static double seconds(PastImport past) {
        return seconds(past.duration());
    }

    static long recordsPerSecond(PastImport past) {
        return perSecond(past.counts().read(), past.importing());
    }

    /** 0 where no time passed. */
    public static long perSecond(long records, Duration duration) {
        double seconds = seconds(duration);
        return seconds == 0 ? 0 : Math.round(records / seconds);
    }
}
