package dev.mongohaul.mapping.type.date;

import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.MappingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads text of a {@link DateTimeFormatter} pattern strictly: a day that does not exist is refused, and so is a local
 * time that its zone skips.
 *
 * <p>Of a local time that its zone has twice, the earlier is meant. A pattern without a time means the beginning of the
 * day: midnight, or where the zone skips midnight, the first moment after. Letters may be in any case; a year of two
 * digits is of 2000 to 2099.
 */
final class DatePattern {

    private static final ZonedDateTime EXAMPLE = ZonedDateTime.of(2015, 11, 22, 19, 21, 49, 0, ZoneOffset.UTC);

    private final DateTimeFormatter formatter;
    private final ZoneId zone;
    private final String example;

    /**
     * Checks the pattern against a date that it writes and reads.
     *
     * @throws MappingException where the pattern is none, or says no day
     */
    DatePattern(DateFormat format) {
        this.zone = format.zone();
        try {
            this.formatter = formatter(format);
            this.example = formatter.format(EXAMPLE.withZoneSameInstant(zone));
        } catch (IllegalArgumentException | DateTimeException noPattern) {
            throw new MappingException(
                    "\"" + format.pattern()
                            + "\" is not a date pattern: letters such as yyyy-MM-dd HH:mm:ss, or epoch-seconds or epoch-millis");
        }
        String lack = lack();
        if (lack != null) {
            throw new MappingException("the date pattern \"" + format.pattern() + "\" " + lack);
        }
    }

    /** The era of {@code yyyy} is ours where the pattern has none: strict resolving would refuse it otherwise. */
    private static DateTimeFormatter formatter(DateFormat format) {
        DateTimeFormatterBuilder builder =
                new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern(format.pattern());
        if (format.pattern().contains("y") && !format.pattern().contains("G")) {
            builder.parseDefaulting(ChronoField.ERA, 1);
        }
        return builder.toFormatter(format.locale()).withResolverStyle(ResolverStyle.STRICT);
    }

    /** What the pattern writes it must read back, whole: {@code hh:mm} without {@code a} would lose the time. */
    private @Nullable String lack() {
        TemporalAccessor parsed;
        try {
            parsed = formatter.parse(example);
        } catch (DateTimeException unreadable) {
            return "cannot read what it writes, which is \"" + example + "\"";
        }
        LocalDate date = parsed.query(TemporalQueries.localDate());
        if (date == null) {
            return "says no day: it needs a year (yyyy), a month (MM) and a day (dd)";
        }
        if (!date.equals(EXAMPLE.withZoneSameInstant(zone).toLocalDate())) {
            return "is ambiguous: it reads \"" + example + "\", which it writes, as " + date;
        }
        boolean saysTime =
                Arrays.stream(ChronoField.values()).anyMatch(field -> field.isTimeBased() && parsed.isSupported(field));
        return saysTime && parsed.query(TemporalQueries.localTime()) == null
                ? "says a time that is not whole: it needs an hour of the day (HH, or hh and a), and minutes before seconds"
                : null;
    }

    /** A date as the pattern writes it. */
    String example() {
        return example;
    }

    /**
     * The moment that the text means.
     *
     * @throws DateTimeParseException where the text is no such date, or none that exists
     * @throws DateTimeException where the zone skips it; the message says so
     */
    Instant parse(String text) {
        TemporalAccessor parsed = formatter.parse(text);
        LocalDate date = parsed.query(TemporalQueries.localDate());
        if (date == null) {
            throw new DateTimeParseException("no day", text, 0);
        }
        LocalTime time = parsed.query(TemporalQueries.localTime());
        ZoneId where = zoneOf(parsed);
        return time == null ? date.atStartOfDay(where).toInstant() : instant(date.atTime(time), where);
    }

    /** An offset goes before the name of a zone: it tells the two hours apart that a zone has twice. */
    private ZoneId zoneOf(TemporalAccessor parsed) {
        ZoneOffset offset = parsed.query(TemporalQueries.offset());
        ZoneId named = offset == null ? parsed.query(TemporalQueries.zoneId()) : offset;
        return named == null ? zone : named;
    }

    private static Instant instant(LocalDateTime local, ZoneId zone) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        if (offsets.isEmpty()) {
            throw new DateTimeException("the clocks of " + zone + " skip this time of that day");
        }
        return local.toInstant(offsets.get(0));
    }
}
