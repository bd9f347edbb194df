package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.MappingException;
import java.nio.charset.StandardCharsets;
import java.text.DateFormatSymbols;
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
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A date of a {@link DateTimeFormatter} pattern, read strictly: a day that does not exist is refused, and so is a local
 * time that its zone skips.
 *
 * <p>A local time that occurs twice in its zone is the earlier one. A pattern without a time means the beginning of the
 * day: midnight, or the first moment after it if the zone skips midnight. Letters match in upper and lower case. A year
 * of two digits is one of 2000 to 2099, unless the format has another pivot year. The name of a zone is refused if zones
 * of different offsets share it. A date finer than a millisecond is refused.
 */
final class DateType implements CellType {

    private static final int USUAL_PIVOT_YEAR = 2000;
    private static final Pattern ZONE_NAME = Pattern.compile("[zv]");
    private static final ZonedDateTime EXAMPLE = ZonedDateTime.of(2015, 11, 22, 19, 21, 49, 0, ZoneOffset.UTC);

    private final DateFormat format;
    private final DateTimeFormatter formatter;
    private final ZonedDateTime shown;
    private final String example;
    private final @Nullable ZoneNames zoneNames;
    private final @Nullable NumericPattern numeric;

    /** @throws MappingException if the pattern cannot read the date that it writes */
    DateType(DateFormat format) {
        this.format = format;
        this.shown = shown(format).withZoneSameInstant(format.zone());
        boolean namesZones =
                ZONE_NAME.matcher(format.pattern().replaceAll("'[^']*'", "")).find();
        this.zoneNames = namesZones ? new ZoneNames(format.locale()) : null;
        this.formatter = formatter(format);
        this.numeric = NumericPattern.of(format);
        this.example = formatter.format(shown).replaceFirst("(\\.0+){2,}$", "");
        String lack = lack();
        if (lack != null) {
            throw new MappingException("the date pattern \"" + format.pattern() + "\" " + lack);
        }
    }

    /** Sets the era of {@code yyyy} for a pattern without one, because strict resolving would refuse it. */
    private static DateTimeFormatter formatter(DateFormat format) {
        String pattern = format.pattern();
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
        int from = 0;
        for (int at : DateFormat.yearsOfTwoDigits(pattern)) {
            ChronoField year = pattern.charAt(at) == 'u' ? ChronoField.YEAR : ChronoField.YEAR_OF_ERA;
            builder.appendPattern(pattern.substring(from, at)).appendValueReduced(year, 2, 2, pivotYear(format));
            from = at + 2;
        }
        builder.appendPattern(pattern.substring(from));
        if (pattern.contains("y") && !pattern.contains("G")) {
            builder.parseDefaulting(ChronoField.ERA, 1);
        }
        return builder.toFormatter(format.locale()).withResolverStyle(ResolverStyle.STRICT);
    }

    private static int pivotYear(DateFormat format) {
        return Objects.requireNonNullElse(format.pivotYear(), USUAL_PIVOT_YEAR);
    }

    /** Returns a moment that the pattern can write and read: years of two digits have a range of a hundred years. */
    private static ZonedDateTime shown(DateFormat format) {
        if (!DateFormat.hasYearOfTwoDigits(format.pattern())) {
            return EXAMPLE;
        }
        int first = pivotYear(format);
        return EXAMPLE.withYear(first + Math.floorMod(EXAMPLE.getYear() - first, 100));
    }

    /** Returns why the pattern cannot read what it writes, such as {@code hh:mm} without {@code a}; null if it can. */
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
        if (!date.equals(shown.toLocalDate())) {
            return "is ambiguous: it reads \"" + example + "\", which it writes, as " + date;
        }
        boolean saysTime =
                Arrays.stream(ChronoField.values()).anyMatch(field -> field.isTimeBased() && parsed.isSupported(field));
        return saysTime && parsed.query(TemporalQueries.localTime()) == null
                ? "says a time that is not whole: it needs an hour of the day (HH, or hh and a), and minutes before seconds"
                : null;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (numeric != null && numeric.scan(bytes, from, to)) {
            sink.putDateTime(name, numeric.millis());
            return true;
        }
        long millis;
        try {
            Instant instant = parse(bytes, from, to);
            if (isFinerThanMillis(instant)) {
                return false;
            }
            millis = instant.toEpochMilli();
        } catch (DateTimeException | ArithmeticException noDate) {
            return false;
        }
        sink.putDateTime(name, millis);
        return true;
    }

    private static boolean isFinerThanMillis(Instant instant) {
        return !instant.truncatedTo(ChronoUnit.MILLIS).equals(instant);
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        try {
            Instant instant = parse(bytes, from, to);
            return isFinerThanMillis(instant)
                    ? "is finer than a millisecond, which a date in MongoDB cannot hold"
                    : "is too far from 1970 for a date in MongoDB";
        } catch (DateTimeParseException noDate) {
            return "is not a date: a day that exists, as " + format.pattern() + ", such as " + example;
        } catch (DateTimeException skipped) {
            return "is not a date: " + skipped.getMessage();
        }
    }

    /** @throws DateTimeException if the cell is no such date, its zone skips the time, or the zone's name is ambiguous */
    private Instant parse(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        TemporalAccessor parsed = formatter.parse(text);
        LocalDate date = parsed.query(TemporalQueries.localDate());
        if (date == null) {
            throw new DateTimeParseException("no day", text, 0);
        }
        LocalTime time = parsed.query(TemporalQueries.localTime());
        ZoneId zone = zoneOf(parsed);
        if (zoneNames != null) {
            zoneNames.requireUnambiguous(text, zone, time == null ? date.atStartOfDay() : date.atTime(time));
        }
        return time == null ? date.atStartOfDay(zone).toInstant() : instant(date.atTime(time), zone);
    }

    /** Prefers an offset to the name of a zone, because only the offset is unique when clocks go back. */
    private ZoneId zoneOf(TemporalAccessor parsed) {
        ZoneOffset offset = parsed.query(TemporalQueries.offset());
        ZoneId named = offset == null ? parsed.query(TemporalQueries.zoneId()) : offset;
        return named == null ? format.zone() : named;
    }

    private static Instant instant(LocalDateTime local, ZoneId zone) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        if (offsets.isEmpty()) {
            throw new DateTimeException("the clocks of " + zone + " skip this time of that day");
        }
        return local.toInstant(offsets.get(0));
    }

    /**
     * A pattern that has only literals and numbers of fixed width, in a zone of one offset, such as {@code dd.MM.yyyy HH:mm}
     * in UTC.
     *
     * <p>A cell that it reads has the same date by the formatter, which takes five times as long. The formatter decides
     * about all other cells.
     */
    private static final class NumericPattern {

        private static final Pattern PART =
                Pattern.compile("([yu]{4}|MM|dd|HH|mm|ss|SSS)|'([ -~&&[^']]+)'|([ -~&&[^A-Za-z'\\[\\]{}#]])");

        /** Fractions at the end, of one length or of several. */
        private static final Pattern FRACTION = Pattern.compile("(?<=ss)(\\.S{4,9}|(\\[\\.S{1,9}])+)$");

        private static final String NUMBERS = "yMdHmsS";
        private static final Map<String, Integer> DIGITS = Map.of("yMd", 8, "yMdHm", 12, "yMdHms", 14, "yMdHmsS", 17);
        private static final char LITERAL = '\'';

        private final byte[] literals;

        /** The index in {@link #NUMBERS} of each digit, and -1 for each literal. */
        private final int[] numbers;

        private final int[] values = new int[NUMBERS.length()];
        private final long offsetMillis;

        /** Bit n is set if the text may end with a fraction of n digits; bit 0 if with none. */
        private final int fractions;

        private NumericPattern(String literals, int[] numbers, int fractions, ZoneOffset offset) {
            this.fractions = fractions;
            this.literals = literals.getBytes(StandardCharsets.US_ASCII);
            this.numbers = numbers;
            this.offsetMillis = offset.getTotalSeconds() * 1000L;
        }

        /** Returns null for a pattern of another kind. */
        static @Nullable NumericPattern of(DateFormat format) {
            StringBuilder literals = new StringBuilder();
            StringBuilder letters = new StringBuilder();
            Matcher fraction = FRACTION.matcher(format.pattern());
            String pattern = fraction.replaceFirst("");
            int fractions = pattern.equals(format.pattern())
                    ? 1
                    : fractions(format.pattern().substring(pattern.length()));
            Matcher part = PART.matcher(pattern);
            int end = 0;
            while (part.find() && part.start() == end) {
                String number = part.group(1);
                String text = number == null ? part.group().replace("'", "") : number.replace('u', 'y');
                literals.append(text);
                letters.append(number == null ? Character.toString(LITERAL).repeat(text.length()) : text);
                end = part.end();
            }
            int[] numbers = letters.chars().map(NUMBERS::indexOf).toArray();
            int[] digits = Arrays.stream(numbers).filter(number -> number >= 0).toArray();
            String found = Arrays.stream(digits)
                    .distinct()
                    .sorted()
                    .mapToObj(number -> NUMBERS.substring(number, number + 1))
                    .collect(Collectors.joining());
            boolean whole = end == pattern.length() && !pattern.contains("''");
            return whole
                            && digits.length == DIGITS.getOrDefault(found, 0)
                            && format.zone().getRules().isFixedOffset()
                    ? new NumericPattern(
                            literals.toString(),
                            numbers,
                            fractions,
                            format.zone().getRules().getOffset(Instant.EPOCH))
                    : null;
        }

        private static int fractions(String pattern) {
            int fractions = pattern.startsWith("[") ? 1 : 0;
            for (String each : pattern.split("[^S]+", -1)) {
                fractions |= each.isEmpty() ? 0 : 1 << each.length();
            }
            return fractions;
        }

        /** Reads {@code [from, to)}. Returns false if it is not a date from the year 1 on in exactly this form. */
        boolean scan(byte[] bytes, int from, int to) {
            int rest = to - from - numbers.length;
            Arrays.fill(values, 0);
            if (rest < 0 || !scanFraction(bytes, to - rest, rest)) {
                return false;
            }
            for (int at = 0; at < numbers.length; at++) {
                int number = numbers[at];
                int digit = bytes[from + at] - '0';
                if (number < 0 ? bytes[from + at] != literals[at] : digit < 0 || digit > 9) {
                    return false;
                }
                if (number >= 0) {
                    values[number] = values[number] * 10 + digit;
                }
            }
            return values[0] >= 1
                    && values[1] >= 1
                    && values[1] <= 12
                    && IsoDateTime.isDay(values[0], values[1], values[2])
                    && values[3] <= 23
                    && values[4] <= 59
                    && values[5] <= 59;
        }

        /** Reads a point and digits, of which only the first three may be other than zeros. */
        private boolean scanFraction(byte[] bytes, int from, int length) {
            boolean allowed = length == 0
                    ? (fractions & 1) != 0
                    : length < Integer.SIZE && (fractions >> (length - 1) & 1) != 0 && length > 1 && bytes[from] == '.';
            int millis = 0;
            for (int index = 1; index <= Math.max(3, length - 1) && allowed; index++) {
                int digit = index < length ? bytes[from + index] - '0' : 0;
                millis = index <= 3 ? 10 * millis + digit : millis;
                allowed = digit >= 0 && digit <= (index <= 3 ? 9 : 0);
            }
            if (length > 0) {
                values[NUMBERS.length() - 1] = millis;
            }
            return allowed;
        }

        /** Returns the milliseconds since 1970-01-01T00:00Z of the cell that was read. */
        long millis() {
            long minutes = (IsoDateTime.toEpochDay(values[0], values[1], values[2]) * 24 + values[3]) * 60 + values[4];
            return (minutes * 60 + values[5]) * 1000 + values[6] - offsetMillis;
        }
    }

    /** The short names of time zones in a language, such as CET; zones of different offsets may share one, such as IST. */
    private static final class ZoneNames {

        private static final Pattern WORD = Pattern.compile("\\p{L}{3,}");
        private static final String OLD_ZONES = "SystemV/";
        private static final int MOST_SHOWN = 3;

        private final Map<String, Set<String>> zones = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

        private ZoneNames(Locale locale) {
            Set<String> known = ZoneId.getAvailableZoneIds();
            for (String[] row : DateFormatSymbols.getInstance(locale).getZoneStrings()) {
                String zone = row[0];
                for (int name = 1; name < row.length && known.contains(zone) && !zone.startsWith(OLD_ZONES); name++) {
                    zones.computeIfAbsent(row[name], first -> new TreeSet<>()).add(zone);
                }
            }
        }

        /** @param zone the zone that was read from the text */
        private void requireUnambiguous(String text, ZoneId zone, LocalDateTime local) {
            Matcher word = WORD.matcher(text);
            while (word.find()) {
                String name = word.group();
                Set<String> all = zones.getOrDefault(name, Set.of());
                long offsets = all.stream()
                        .map(id -> ZoneId.of(id).getRules().getOffset(local))
                        .distinct()
                        .count();
                if (!name.equalsIgnoreCase(zone.getId()) && offsets > 1) {
                    String some = all.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "));
                    throw new DateTimeException(
                            "%s is the name of several zones, such as %s; write an offset or one of them"
                                    .formatted(name, some));
                }
            }
        }
    }
}
