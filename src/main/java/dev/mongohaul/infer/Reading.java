package dev.mongohaul.infer;

import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Meaning of cells in which fields of a job file differ, although the same cells fit both: the order of day, month and year, and
 * the character before fractions.
 *
 * @param signs what the parts of a date, or the fractions of numbers, are written with
 * @param order of the parts of a date; or the character before fractions
 */
record Reading(String signs, String order) {

    private static final String NUMBER = "number";

    /** Types with fractions. */
    private static final Set<String> FRACTIONS = Set.of("double", "decimal");

    /** Returns the reading of a field's options; empty if all of its cells have one meaning only. */
    static Optional<Reading> of(Map<String, Object> options) {
        String type = String.valueOf(options.get("type"));
        Object locale = options.get("locale");
        if (type.equals("date") && options.get("pattern") instanceof String pattern) {
            String parts = pattern.replaceAll("(\\w)\\1+", "$1");
            return Optional.of(new Reading(
                    parts.replaceAll("\\w", "")
                            + parts.chars()
                                    .filter(Character::isLetter)
                                    .sorted()
                                    .mapToObj(Character::toString)
                                    .collect(Collectors.joining()),
                    parts.replaceAll("\\W", "")));
        }
        if (!FRACTIONS.contains(type) && locale == null) {
            return Optional.empty();
        }
        char sign = locale != null
                ? DecimalFormatSymbols.getInstance(Locale.forLanguageTag(locale.toString()))
                        .getDecimalSeparator()
                : Boolean.TRUE.equals(options.get("decimal-comma")) ? ',' : '.';
        return FRACTIONS.contains(type) || Set.of("int32", "int64").contains(type)
                ? Optional.of(new Reading(NUMBER, String.valueOf(sign)))
                : Optional.empty();
    }

    /** Returns whether the other gives the same cells another meaning. */
    boolean contradicts(Reading other) {
        return signs.equals(other.signs) && !order.equals(other.order);
    }

    /** Returns what is read otherwise. */
    String noun() {
        return signs.equals(NUMBER) ? "numbers" : "dates";
    }
}
