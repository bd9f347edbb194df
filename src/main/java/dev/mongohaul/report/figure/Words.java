package dev.mongohaul.report.figure;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.PhaseResult;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Formats figures and times of reports, the same in every locale. Times are in the time zone of the machine. */
public final class Words {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    /** Longer times are written in minutes. */
    private static final int MOST_SECONDS = 120;

    /** Longer ages are written in hours, and from two days on in days. */
    private static final int MOST_MINUTES = 120;

    private static final int MINUTES_OF_TWO_DAYS = 2 * 24 * 60;

    private Words() {}

    /** Writes counts as a sentence. */
    public static String counts(Counts counts) {
        String text = format(
                "%,d read, %,d written%s, %,d already there, %,d rejected",
                counts.read(),
                counts.written(),
                figure(counts.unchanged(), "unchanged", "unchanged"),
                counts.alreadyThere(),
                counts.rejected());
        return text
                + figure(counts.unmatched(), "without a match", "without a match")
                + figure(counts.filtered(), "filtered", "filtered")
                + figure(counts.cells().dropped(), "cell dropped", "cells dropped")
                + figure(counts.cells().padded(), "cell padded", "cells padded");
    }

    /** Writes the counts of an undo as a sentence. */
    public static String counts(UndoCounts counts) {
        return format("%,d restored, %,d removed", counts.restored(), counts.removed())
                + figure(counts.unchanged(), "unchanged", "unchanged")
                + format(", %,d spared", counts.spared());
    }

    /** Writes the deletions of a snapshot as a sentence; empty for null. */
    public static String deletions(@Nullable Deletions deletions) {
        return deletions == null
                ? ""
                : format("%,d deleted", deletions.deleted())
                        + figure(deletions.marked(), "marked", "marked")
                        + figure(deletions.changed(), "left, changed since", "left, changed since")
                        + figure(deletions.held(), "held", "held")
                        + figure(deletions.left(), "to be deleted", "to be deleted")
                        + format(", of %,d in scope", deletions.scope());
    }

    /** Writes the result of a phase after the load, with its time. */
    public static String result(PhaseResult result) {
        return format("%s (%s, %s s)", result.text(), time(result.at()), seconds(result.seconds()));
    }

    private static String figure(long count, String one, String several) {
        return count == 0 ? "" : format(", %,d %s", count, count == 1 ? one : several);
    }

    public static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Writes an instant in the time zone of the machine; empty for null. */
    public static String time(@Nullable Instant instant) {
        return instant == null ? "" : TIME.format(instant);
    }

    /** Writes how long ago an instant was, or in how long it is. */
    public static String age(Instant instant, Instant now) {
        Duration age = Duration.between(instant, now);
        long minutes = age.abs().toMinutes();
        if (minutes == 0) {
            return "just now";
        }
        String text;
        if (minutes < MOST_MINUTES) {
            text = format("%d min", minutes);
        } else if (minutes < MINUTES_OF_TWO_DAYS) {
            text = format("%d h", minutes / 60);
        } else {
            text = format("%,d days", minutes / (60 * 24));
        }
        return age.isNegative() ? "in " + text : text + " ago";
    }

    /** Returns the time zone of the machine, with its present offset. */
    public static String zone() {
        ZoneId zone = ZoneId.systemDefault();
        String offset = zone.getRules().getOffset(Instant.now()).getId();
        return zone.getId() + (offset.equals("Z") ? "" : " (UTC" + offset + ")");
    }

    /** Returns an enum's name in lower case, with hyphens. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a word of a state as a part of a sentence. */
    public static String text(String word) {
        return word.replace('-', ' ');
    }

    public static String seconds(double seconds) {
        return format("%,.1f", seconds);
    }

    /** Returns for how long the server was overloaded; empty if it was not. */
    public static Optional<String> overload(double seconds) {
        if (seconds == 0) {
            return Optional.empty();
        }
        return Optional.of("the server was overloaded for "
                + (seconds < MOST_SECONDS ? seconds(seconds) + " s" : format("%,.0f minutes", seconds / 60)));
    }

    public static String number(long figure) {
        return format("%,d", figure);
    }

    public static String rounded(double figure) {
        return format("%,.0f", figure);
    }

    /** Writes a change; empty if it is unknown. */
    public static String percent(@Nullable ChangedFigure figure) {
        return figure == null || figure.percent() == null ? "" : format("%+,.1f %%", figure.percent());
    }
}
