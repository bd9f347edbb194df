package dev.mongohaul.report;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import org.springframework.boot.convert.DurationStyle;

/** Beginning of a list: an age such as 12h, a day or a time of this machine, or a time with its zone. */
public final class Since {

    private Since() {}

    /**
     * Returns the age that a text stands for, such as 12h.
     *
     * @throws IllegalArgumentException if it is none, also a number without a unit
     * @throws ArithmeticException if it is too long
     */
    public static Duration age(String text) {
        if (text.matches("[-+]?[0-9]*")) {
            throw new IllegalArgumentException("a number without a unit");
        }
        return DurationStyle.detectAndParse(text);
    }

    /** Returns the time that a text stands for; empty if it is none. */
    public static Optional<Instant> of(String text) {
        try {
            if (!text.matches("[0-9]{4}-.*")) {
                return Optional.of(Instant.now().minus(age(text)));
            }
            return Optional.of(
                    text.matches(".*T.*(Z|[+-][0-9:]+)")
                            ? Instant.parse(text)
                            : LocalDateTime.parse(text.contains("T") ? text : text + "T00:00")
                                    .atZone(ZoneId.systemDefault())
                                    .toInstant());
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Returns a message about a text that is none. */
    public static String refusal(String text) {
        return "since=%s is neither an age, such as 12h or 7d, nor a day or time, such as 2026-11-25, 2026-11-25T22:00 or 2026-11-25T22:00:00Z"
                .formatted(text);
    }
}
