package dev.mongohaul.reject;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Hint for a number that is rejected because of its separators or its size. */
record NumberHint(String type, String value) {

    /** Reason of a value that is not a number of the type. A field with a locale expects separators already. */
    private static final Pattern REASON = Pattern.compile("is not an? (int32|int64|double|decimal):(?!.*\\(locale ).*");

    private static final Pattern LOCAL_REASON =
            Pattern.compile("is not an? (int32|int64|double|decimal):.*\\(locale (\\S+)\\).*");

    private static final Pattern LOCAL_NEGATIVE =
            Pattern.compile("\\((?<enclosed>\\d[\\d.,'\u2019 \u00A0\u202F]*)\\)|\\d[\\d.,'\u2019 \u00A0\u202F]*-");

    private static final Pattern GROUPED = Pattern.compile(
            "[+-]?\\d{1,3}(?<more>(?<group>[.,'\u2019 \u00A0\u202F])\\d{3}(?:\\k<group>\\d{3})*)(?:(?<point>[.,])\\d+)?");

    private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?\\d+,\\d+");
    private static final Pattern DECIMAL_POINT = Pattern.compile("[+-]?\\d+\\.\\d+");
    private static final Pattern NEGATIVE = Pattern.compile("\\((?<enclosed>[^()+-]+)\\)|(?<ahead>[^()+-]+)-");
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{10,34}");

    /** A whole number of more digits may be out of the range of int64. */
    private static final int LONG_DIGITS = 18;

    /**
     * Returns the hint for a rejected value; empty if there is none.
     *
     * @param reason without the value
     */
    static Optional<String> of(String reason, @Nullable String value) {
        Matcher matcher = REASON.matcher(reason);
        Matcher local = LOCAL_REASON.matcher(reason);
        Optional<String> field = value == null
                ? Optional.empty()
                : matcher.matches()
                        ? new NumberHint(matcher.group(1), value).field()
                        : local.matches() ? negative(local.group(1), local.group(2), value) : Optional.empty();
        return field.map(found -> "values such as \"" + value + "\" need " + found);
    }

    private static Optional<String> negative(String type, String locale, String value) {
        Matcher negative = LOCAL_NEGATIVE.matcher(value);
        return negative.matches()
                ? Optional.of("{type: %s, locale: %s, negative: %s}"
                        .formatted(type, locale, negative.group("enclosed") == null ? "trailing" : "parentheses"))
                : Optional.empty();
    }

    /** Returns whether a value has separators of thousands and of decimals: its hint fits values with one of them, too. */
    static boolean hasBothSeparators(@Nullable String value) {
        Matcher matcher = GROUPED.matcher(value == null ? "" : value);
        return matcher.matches() && matcher.group("point") != null;
    }

    private Optional<String> field() {
        Matcher negative = NEGATIVE.matcher(value);
        if (negative.matches()) {
            String enclosed = negative.group("enclosed");
            return negative(
                    enclosed == null ? negative.group("ahead") : enclosed,
                    enclosed == null ? "trailing" : "parentheses");
        }
        Matcher grouped = GROUPED.matcher(value);
        if (grouped.matches()) {
            return grouped(grouped);
        }
        if (DECIMAL_COMMA.matcher(value).matches()) {
            return Optional.of(fraction("decimal-comma: true"));
        }
        if (isWhole() && DECIMAL_POINT.matcher(value).matches()) {
            return Optional.of("{type: decimal}");
        }
        if (isWhole() && WHOLE.matcher(value).matches()) {
            boolean fitsLong =
                    type.equals("int32") && value.replaceAll("\\D", "").length() <= LONG_DIGITS;
            return Optional.of(fitsLong ? "{type: int64}" : "{type: decimal}");
        }
        return Optional.empty();
    }

    private Optional<String> negative(String number, String style) {
        Optional<String> field = new NumberHint(type, number).field();
        return field.or(() -> number.matches("\\d+(\\.\\d+)?") ? Optional.of("{type: " + type + "}") : field)
                .map(found -> found.replace("}", ", negative: " + style + "}"));
    }

    private Optional<String> grouped(Matcher number) {
        String point = number.group("point");
        Optional<String> locale = locale(number.group("group"), point);
        boolean oneComma = number.group("more").matches(",\\d+") && point == null;
        if (oneComma && !isWhole()) {
            return Optional.of("{type: %s, locale: en}, or %s if the comma begins the decimals"
                    .formatted(type, fraction("decimal-comma: true")));
        }
        return locale.map(
                tag -> point == null ? "{type: %s, locale: %s}".formatted(type, tag) : fraction("locale: " + tag));
    }

    private static Optional<String> locale(String group, @Nullable String point) {
        String tag = switch (group) {
            case "." -> "de";
            case "," -> "en";
            case "'", "\u2019" -> "de-CH";
            default -> "fr";
        };
        boolean comma = tag.equals("de") || tag.equals("fr");
        return point == null || point.equals(comma ? "," : ".") ? Optional.of(tag) : Optional.empty();
    }

    private String fraction(String option) {
        return "{type: %s, %s}".formatted(isWhole() ? "decimal" : type, option);
    }

    private boolean isWhole() {
        return type.startsWith("int");
    }
}
