package dev.mongohaul.mapping.type;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/** A date of a {@link DatePattern}; what is finer than a millisecond is refused. */
public final class DateType implements CellType {

    private final DateFormat format;
    private final DatePattern pattern;

    public DateType(DateFormat format) {
        this.format = format;
        this.pattern = new DatePattern(format);
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
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

    private Instant parse(byte[] bytes, int from, int to) {
        return pattern.parse(new String(bytes, from, to - from, StandardCharsets.UTF_8));
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
            return "is not a date: a day that exists, as " + format.pattern() + ", such as " + pattern.example();
        } catch (DateTimeException skipped) {
            return "is not a date: " + skipped.getMessage();
        }
    }
}
