package dev.mongohaul.report;

import dev.mongohaul.repository.Counts;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How sheets write figures and times: alike on every machine but for its zone, since they are compared. */
public final class Words {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private Words() {}

    /** Counts in a sentence. */
    public static String counts(Counts counts) {
        String text = format(
                "%,d read, %,d written, %,d already there, %,d rejected",
                counts.read(), counts.written(), counts.alreadyThere(), counts.rejected());
        return text
                + figure(counts.unmatched(), "without a match", "without a match")
                + figure(counts.cells().dropped(), "cell dropped", "cells dropped")
                + figure(counts.cells().padded(), "cell padded", "cells padded");
    }

    private static String figure(long count, String one, String several) {
        return count == 0 ? "" : format(", %,d %s", count, count == 1 ? one : several);
    }

    public static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** In this machine's zone; null for null. */
    public static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : TIME.format(instant);
    }

    public static String seconds(double seconds) {
        return format("%,.1f", seconds);
    }

    public static String number(long figure) {
        return format("%,d", figure);
    }

    public static String rounded(double figure) {
        return format("%,.0f", figure);
    }

    /** Empty where nothing was usual. */
    public static String percent(Change.@Nullable Figure figure) {
        return figure == null || figure.percent() == null ? "" : format("%+,.1f %%", figure.percent());
    }
}
