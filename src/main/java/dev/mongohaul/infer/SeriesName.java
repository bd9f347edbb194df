package dev.mongohaul.infer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name that the files of a series have in common, whose own names add a time or a number. */
final class SeriesName {

    private static final String SEPARATOR = "[-_]";

    private static final String YEAR = "(19|20)[0-9]{2}";

    private static final String LONG_MONTH =
            "january|januar|february|februar|march|maerz|marz|april|june|juni|july|juli|august|september|o[ck]tober|november|de[cz]ember";

    private static final String MONTH =
            "(jan|feb|mar|mrz|apr|ma[iy]|jun|jul|aug|sept?|o[ck]t|nov|de[cz]|" + LONG_MONTH + ")";

    private static final String TIME_OF_DAY = "([-_T]{1,2}[0-9]{2}-?[0-9]{2}(-?[0-9]{2})?Z?)?";

    /** A day with or without a time, a month, a week or a quarter with or without its year, or a year. */
    private static final String TIME = "(" + YEAR + "-[0-9]{2}-[0-9]{2}" + TIME_OF_DAY
            + "|" + YEAR + "_[0-9]{2}_[0-9]{2}" + TIME_OF_DAY
            + "|" + YEAR + "[01][0-9][0-3][0-9](" + TIME_OF_DAY + "|[0-9]{4}|[0-9]{6})"
            + "|[0-9]{2}[-_][0-9]{2}[-_]" + YEAR
            + "|" + YEAR + "[-_]?[01][0-9]"
            + "|(" + YEAR + "[-_]?)?(w|kw|cw|wk|week|woche)[-_]?[0-9]{1,2}([-_]" + YEAR + ")?"
            + "|(" + YEAR + "[-_]?)?q[1-4]([-_]?" + YEAR + ")?"
            + "|" + MONTH + "[-_]?" + YEAR + "|" + YEAR + "[-_]?" + MONTH
            + "|" + LONG_MONTH
            + "|1[0-9]{9}([0-9]{3})?"
            + "|" + YEAR + ")";

    private static final String LETTERS = "(.*?[A-Za-z].*?)";

    /** A number without a year needs a separator, so that {@code area51} has none. */
    private static final Pattern SUFFIX = ignoringCase(LETTERS + SEPARATOR + "+(" + TIME + "|[0-9]{1,3})");

    private static final Pattern DIRECT =
            ignoringCase("(.*[A-Za-z])(" + YEAR + "[01][0-9][0-3][0-9]([0-9]{4}|[0-9]{6})?)");

    private static final Pattern PREFIX = ignoringCase(TIME + SEPARATOR + "+(?<name>.*[A-Za-z].*)");

    private SeriesName() {}

    private static Pattern ignoringCase(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
    }

    /** Returns the common part of a collection's name; empty if the name has no time and no number of a file. */
    static Optional<String> of(String collection) {
        for (Pattern pattern : new Pattern[] {SUFFIX, DIRECT}) {
            Matcher matcher = pattern.matcher(collection);
            if (matcher.matches()) {
                return Optional.of(matcher.group(1).replaceFirst(SEPARATOR + "+$", ""));
            }
        }
        Matcher matcher = PREFIX.matcher(collection);
        return matcher.matches() ? Optional.of(matcher.group("name")) : Optional.empty();
    }
}
