package dev.mongohaul.infer.column;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Patterns of the dates that a cell may be by its shape: its digits, separators and words. */
final class DateForms {

    /** Whole numbers that are also days; never chosen, only mentioned. */
    static final String COMPACT_DATE = "yyyyMMdd";

    private static final int LONGEST = 60;

    private static final String TIME =
            "(?<time>(?<gap>,? | - |T| {2}(?=\\d:))(?<hour>\\d{1,2}):\\d\\d(?<seconds>:\\d\\d(?<fraction>[.,]\\d{1,9}|:\\d{3})?)?"
                    + "(?<half> ?[AaPp]\\.? ?[Mm]\\.?)?"
                    + "(?<zone> ?(?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?)?";
    private static final Pattern NUMBERS = Pattern.compile(
            "(?<one>\\d{1,2})(?<before>\\. |[./-])(?<other>\\d{1,2})(?<after>\\k<before>)(?<year>\\d{4}|\\d{2})"
                    + TIME);
    private static final Pattern YEAR_FIRST = Pattern.compile(
            "(?<year>\\d{4}|\\d{2}(?=[/-](?!.*[Mm]$)))(?<before>\\. |[./年-])(?<one>\\d{1,2})(?<after>\\k<before>|月)(?<other>\\d{1,2})(?<end>[.日]?)"
                    + TIME);
    private static final Pattern DAY_FIRST = Pattern.compile(
            "(?<weekday>\\p{L}+\\.?,? )?\\d{1,2}(?<before>\\.? |[-/.]| de )(?<month>\\p{L}+\\.?)(?<after>,? |[-/.]| de )(?<year>\\d{4}|\\d{2})"
                    + TIME);
    private static final Pattern MONTH_FIRST = Pattern.compile(
            "(?<weekday>\\p{L}+\\.?,? )?(?<month>\\p{L}+\\.?)(?<before> | {2}(?=\\d\\D))\\d{1,2}(?<after>,? )(?<year>\\d{4})"
                    + TIME);

    /** What cells of {@link #LOGS} look like: a pattern costs a millisecond. */
    private static final Pattern LIKE_LOGS =
            Pattern.compile("\\[?\\d\\d/\\p{L}+/\\d{4}:.*|\\p{L}{3} \\p{L}{3} +\\d.*\\d{4}|\\d{8}[T ]\\d{4}.*");

    /** Patterns of log files and mails. */
    private static final List<String> LOGS = List.of(
            "'['dd/MMM/yyyy:HH:mm:ss Z']'",
            "dd/MMM/yyyy:HH:mm:ss Z",
            "EEE MMM d HH:mm:ss yyyy",
            "EEE MMM ppd HH:mm:ss yyyy",
            "EEE MMM d HH:mm:ss z yyyy",
            "EEE MMM ppd HH:mm:ss z yyyy",
            "yyyyMMdd'T'HHmmss",
            "yyyyMMdd HH:mm",
            "yyyyMMdd HH:mm:ss");

    /** Fractions that some cells leave out, as Python writes them, and PostgreSQL, which leaves out zeros at the end. */
    private static final List<String> PARTLY = List.of("[.SSSSSS]", "[.SSSSSS][.SSSSS][.SSSS][.SSS][.SS][.S]");

    private static final Pattern YEAR_LAST = Pattern.compile("(?<day>[dM][^y]*)yyyy(?<time>[^y]*)");

    /** Numbers of exactly two digits. */
    private static final Pattern FIXED = Pattern.compile("(?<!M)(?=MM(?!M)|dd|HH|hh)([MdHh])\\1");

    private static final List<String> MONTHS = List.of("MMM", "MMMM");
    private static final List<String> MONTHS_OF_OTHERS = List.of("MMM", "MMMM", "LLL", "[MMMM][LLL][MMM]");

    private DateForms() {}

    /** Returns patterns in English. The first counts of those that all cells fit; those with years of two digits are never chosen. */
    static Set<String> of(String cell) {
        Set<String> patterns = new LinkedHashSet<>();
        if (cell.length() > LONGEST) {
            return patterns;
        }
        matched(NUMBERS, cell).ifPresent(date -> {
            if (isFixed(date) && isFixedTime(date)) {
                add(patterns, date, true, "MM%1$sdd%1$s%3$s", "dd%1$sMM%1$s%3$s");
            }
            add(patterns, date, false, "M%1$sd%1$s%3$s", "d%1$sM%1$s%3$s");
        });
        matched(YEAR_FIRST, cell).ifPresent(date -> {
            boolean time = isFixedTime(date) && date.group("half") == null;
            if (isFixed(date) && (time || date.group("before").equals("-"))) {
                add(patterns, date, time, "%3$s%1$sMM%2$sdd" + date.group("end"));
            }
            if (isFixed(date)
                    && time
                    && date.group("seconds") != null
                    && date.group("before").equals("-")) {
                String plain = "yyyy-MM-dd" + time(date, true).replaceFirst("[.,:]S+", "");
                PARTLY.forEach(fraction -> patterns.add(plain + fraction));
            }
            add(patterns, date, false, "%3$s%1$sM%2$sd" + date.group("end"));
        });
        Stream.of(DAY_FIRST, MONTH_FIRST)
                .flatMap(form -> matched(form, cell).stream())
                .filter(date -> date.group("weekday") == null
                        && date.group("before").matches("-| {1,2}")
                        && date.group("after").matches(",? |-"))
                .forEach(date -> MONTHS.forEach(month -> addNamed(patterns, date, month)));
        if (cell.matches("\\d{8}")) {
            patterns.add(COMPACT_DATE);
        }
        return patterns;
    }

    /** Returns whether a pattern reads all dates of another one: digits or a fraction are optional in it. */
    static boolean isWider(String pattern, String other) {
        return !other.isEmpty()
                && (pattern.equals(FIXED.matcher(other).replaceAll("$1"))
                        || PARTLY.stream().anyMatch(fraction -> pattern.equals(other + fraction)));
    }

    /** Returns patterns that read dates of two forms, one with the year after the day and one with the year first. */
    static Stream<String> joined(Set<String> patterns) {
        return patterns.stream()
                .map(YEAR_LAST::matcher)
                .filter(Matcher::matches)
                .flatMap(date -> patterns.stream()
                        .filter(other -> other.startsWith("yyyy") && other.endsWith(date.group("time")))
                        .map(other -> "[" + date.group("day") + "]yyyy["
                                + other.substring(
                                        4, other.length() - date.group("time").length()) + "]"
                                + date.group("time")));
    }

    /** Adds a date with the name of its month, and the one in which a blank stands for a missing digit, as SQL Server writes it. */
    private static void addNamed(Set<String> patterns, Matcher date, String month) {
        String half = date.group("half");
        String plain = day(date, month) + time(date, isFixedTime(date) && half == null);
        String padded = date.pattern() == MONTH_FIRST && date.group("after").equals(" ")
                ? plain.replaceFirst(" d ", " ppd ").replaceFirst(" h:", " pph:")
                : plain;
        boolean usual = half != null && !half.startsWith(" ");
        patterns.add(usual ? padded : plain);
        patterns.add(usual ? plain : padded);
    }

    private static void add(Set<String> patterns, Matcher date, boolean fixed, String... days) {
        for (String day : days) {
            patterns.add(day.formatted(date.group("before"), date.group("after"), year(date)) + time(date, fixed));
        }
    }

    /** Returns the parts of a date without a zone and with a usual time. */
    private static Optional<Matcher> matched(Pattern form, String cell) {
        return Optional.of(form.matcher(cell)).filter(date -> date.matches() && isPlain(date));
    }

    /** Returns patterns with the months and weekdays of a language, and unusual times and separators. */
    static Stream<String> others(String cell) {
        Matcher dayFirst = DAY_FIRST.matcher(cell);
        Matcher monthFirst = MONTH_FIRST.matcher(cell);
        Matcher named = dayFirst.matches() ? dayFirst : monthFirst.matches() ? monthFirst : null;
        Stream<String> logs = LIKE_LOGS.matcher(cell).matches() ? LOGS.stream() : Stream.empty();
        return named == null ? Stream.concat(numbers(cell), logs) : Stream.concat(named(named), logs);
    }

    /** Returns whether the cell has a day and a month as numbers, in an order that is not known. */
    static boolean mayBeSwapped(String cell) {
        return NUMBERS.matcher(cell).matches();
    }

    private static Stream<String> numbers(String cell) {
        Matcher numbers = NUMBERS.matcher(cell);
        Matcher fromYear = YEAR_FIRST.matcher(cell);
        return Stream.concat(
                numbers.matches()
                        ? Stream.of("d%1$sM%1$s", "M%1$sd%1$s")
                                .map(day ->
                                        day.formatted(numbers.group("before")) + year(numbers) + time(numbers, false))
                        : Stream.empty(),
                fromYear.matches()
                        ? Stream.of("%s%sM%sd%s"
                                        .formatted(
                                                year(fromYear),
                                                fromYear.group("before"),
                                                fromYear.group("after"),
                                                fromYear.group("end"))
                                + time(fromYear, false))
                        : Stream.empty());
    }

    private static Stream<String> named(Matcher cell) {
        String weekday = cell.group("weekday");
        Stream<String> weekdays = weekday == null
                ? Stream.of("")
                : Stream.of("EEE", "EEEE").map(letters -> letters + weekday.replaceFirst("^\\p{L}+", ""));
        return weekdays.flatMap(
                letters -> MONTHS_OF_OTHERS.stream().map(month -> letters + day(cell, month) + time(cell, false)));
    }

    private static String day(Matcher cell, String month) {
        boolean monthFirst = cell.pattern() == MONTH_FIRST;
        return (monthFirst ? month : "d")
                + padded(cell.group("before"))
                + (monthFirst ? "d" : month)
                + literal(cell.group("after"))
                + year(cell);
    }

    private static String year(Matcher cell) {
        return cell.group("year").length() == 2 ? "yy" : "yyyy";
    }

    /** Returns whether days and months have two digits with a separator of one character; such dates are read faster. */
    private static boolean isFixed(Matcher cell) {
        return cell.group("one").length() == 2
                && cell.group("other").length() == 2
                && cell.group("year").length() > 2
                && cell.group("before").matches("[./-]");
    }

    private static boolean isFixedTime(Matcher cell) {
        return cell.group("time") == null
                || (cell.group("hour").length() == 2 && !cell.group("gap").startsWith(","));
    }

    private static boolean isPlain(Matcher cell) {
        String half = cell.group("half");
        return cell.group("zone") == null
                && !" - ".equals(cell.group("gap"))
                && (half == null || half.matches(" ?[AaPp][Mm]"));
    }

    /** Returns the pattern of the text before a number, of which a second blank is a missing digit. */
    private static String padded(String before) {
        return before.equals("  ") ? " pp" : literal(before);
    }

    private static String literal(String text) {
        return text.replace("de", "'de'").replace("T", "'T'");
    }

    private static String time(Matcher cell, boolean fixed) {
        if (cell.group("time") == null) {
            return "";
        }
        String half = cell.group("half");
        String hour = half == null ? "H" : "h";
        String fraction = cell.group("fraction");
        return padded(cell.group("gap"))
                + (fixed ? hour + hour : hour)
                + ":mm"
                + (cell.group("seconds") == null ? "" : ":ss")
                + (fraction == null ? "" : fraction.replaceAll("\\d", "S"))
                + (half == null ? "" : half.startsWith(" ") ? " a" : "a")
                + zone(cell.group("zone"));
    }

    private static String zone(@Nullable String zone) {
        return zone == null
                ? ""
                : (zone.startsWith(" ") ? " " : "")
                        + (zone.contains("T") ? "z" : zone.contains(":") || zone.contains("Z") ? "XXX" : "XX");
    }
}
