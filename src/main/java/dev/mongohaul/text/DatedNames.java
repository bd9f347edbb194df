package dev.mongohaul.text;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names that contain a time: <code>{date}</code> is its day, as {@code 2026-11-20}, and <code>{date:yyyyMMdd}</code>
 * follows a pattern of {@link DateTimeFormatter}.
 */
public final class DatedNames {

    private static final Pattern DATE = Pattern.compile("\\{date(?::([^{}]*))?}");
    private static final ZonedDateTime ANY = LocalDate.EPOCH.atStartOfDay(ZoneOffset.UTC);

    private DatedNames() {}

    public static boolean isDated(String name) {
        return DATE.matcher(name).find();
    }

    /** Returns what is wrong with the dates in a name; empty if nothing is. */
    public static Optional<String> mistake(String name) {
        try {
            at(ANY, name);
            return Optional.empty();
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.of("a date in it has no pattern such as {date:yyyyMMdd}: %s".formatted(e.getMessage()));
        }
    }

    /** Returns whether a glob finds files that lie in a folder; both may have dates. */
    public static boolean findsIn(String folder, String glob) {
        Path parent = path(glob).getParent();
        return parent != null && Glob.of(parent.toString()).matches(path(folder).toString());
    }

    /** Returns the path that a name can be at a time; an address begins with its scheme as the name of a folder. */
    private static Path path(String name) {
        return Path.of(example(name).replace("://", "/"));
    }

    /** Returns the name that a name can be at a time. */
    public static String example(String name) {
        return at(ANY, name);
    }

    /** Returns the name at a time. */
    public static String at(ZonedDateTime time, String name) {
        return DATE.matcher(name).replaceAll(found -> Matcher.quoteReplacement(date(found.group(1), time)));
    }

    private static String date(@Nullable String pattern, ZonedDateTime time) {
        if (pattern == null) {
            return DateTimeFormatter.ISO_LOCAL_DATE.format(time);
        }
        if (pattern.isBlank()) {
            throw new IllegalArgumentException("it is empty");
        }
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
    }
}
