package dev.mongohaul.cli.run;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Layout of a date as the programs of MongoDB take it, which is that of Go's package {@code time}: the text of its reference
 * time, {@code Mon Jan 2 15:04:05 MST 2006}.
 */
public final class DateLayout {

    private static final Map<String, String> LETTERS = Map.ofEntries(
            Map.entry("2006", "yyyy"),
            Map.entry("06", "yy"),
            Map.entry("January", "MMMM"),
            Map.entry("Jan", "MMM"),
            Map.entry("01", "MM"),
            Map.entry("1", "M"),
            Map.entry("Monday", "EEEE"),
            Map.entry("Mon", "EEE"),
            Map.entry("02", "dd"),
            Map.entry("2", "d"),
            Map.entry("15", "HH"),
            Map.entry("03", "hh"),
            Map.entry("3", "h"),
            Map.entry("04", "mm"),
            Map.entry("05", "ss"),
            Map.entry("PM", "a"),
            Map.entry("MST", "z"),
            Map.entry("Z07:00", "XXX"),
            Map.entry("-07:00", "xxx"),
            Map.entry("-0700", "xx"));

    /** The longest words first. */
    private static final Pattern PART = Pattern.compile(
            "January|Jan|Monday|Mon|MST|PM|2006|Z07:00|-07:00|-0700|0[1-6]|15|[123]|\\.(0+)(?!\\d)|(\\p{L}+|\\d+)|[^\\p{L}\\d.]+|\\.");

    private DateLayout() {}

    /** Returns the pattern of a field; empty if a part of the layout has none. */
    public static Optional<String> pattern(String layout) {
        StringBuilder pattern = new StringBuilder();
        Matcher part = PART.matcher(layout);
        while (part.find()) {
            String letters = letters(part);
            if (letters == null) {
                return Optional.empty();
            }
            pattern.append(letters);
        }
        return Optional.of(pattern.toString());
    }

    private static @Nullable String letters(Matcher part) {
        String known = LETTERS.get(part.group());
        if (known != null) {
            return known;
        }
        if (part.group(1) != null) {
            return "." + "S".repeat(part.group(1).length());
        }
        String word = part.group(2);
        return word == null ? part.group() : word.equals("T") ? "'T'" : null;
    }
}
