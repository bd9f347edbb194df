package dev.mongohaul.mapping.spec;

import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Options of a number, and the rules for them.
 *
 * @param decimalComma whether the comma is the decimal separator; of numbers with decimals only
 * @param strip texts that may stand around a number; {@link #FORMULA} for texts
 * @param negative how a negative number may be written besides its minus sign
 * @param leadingZeros treatment of a number with leading zeros or a plus sign; null for that of the job
 */
record NumberOptions(
        boolean decimalComma,
        @Nullable Rounding rounding,
        @Nullable List<String> strip,
        @Nullable Negative negative,
        @Nullable LeadingZeros leadingZeros) {

    static final NumberOptions NONE = new NumberOptions(false, null, null, null, null);

    static final String NUMBERS = "int32, int64, double and decimal";

    /** The beginning of a spreadsheet's formula for a text. */
    static final List<String> FORMULA = List.of("=\"");

    /**
     * Digits, separators, blanks at an end, which are removed together with the text, and all that may mean a negative
     * number: signs, dashes, brackets, arrows and triangles.
     */
    private static final Pattern PART_OF_NUMBER = Pattern.compile(
            ".*[\\p{Nd}.,'\\u2019+\\uFF0B\\u00B1\\u2212\\u2213\\p{Pd}\\p{Ps}\\p{Pe}<>\\u2190-\\u2193\\u25B2-\\u25BF].*|[\\h\\v].*|.*[\\h\\v]",
            Pattern.DOTALL);

    NumberOptions {
        strip = strip == null ? null : List.copyOf(strip);
    }

    NumberOptions withNegative(@Nullable Negative style) {
        return new NumberOptions(decimalComma, rounding, strip, style, leadingZeros);
    }

    NumberOptions withLeadingZeros(@Nullable LeadingZeros treatment) {
        return new NumberOptions(decimalComma, rounding, strip, negative, treatment);
    }

    /**
     * Checks the options.
     *
     * @param separator of an array of these numbers
     * @param locale whose separators the numbers have
     */
    void check(Rules rules, FieldType type, @Nullable String separator, @Nullable Locale locale) {
        rules.require(!decimalComma || type.hasFraction(), type.hasNo("double and decimal"), "decimal-comma");
        rules.require(rounding == null || type == FieldType.DOUBLE, type.hasNo("double"), "rounding");
        boolean formulas = type == FieldType.STRING && FORMULA.equals(strip);
        rules.require(
                strip == null || type.isNumber() || formulas,
                type.hasNo(
                        NUMBERS + (type == FieldType.STRING ? ", except '=\"' for formulas such as =\"00123\"," : "")),
                "strip");
        rules.require(negative == null || type.isNumber(), type.hasNo(NUMBERS), "negative");
        boolean anyNotation = type == FieldType.AUTO && leadingZeros == LeadingZeros.ALLOW;
        rules.require(leadingZeros == null || type.isNumber() || anyNotation, type.hasNo(NUMBERS), "leading-zeros");
        checkStrip(rules);
        if (type.isNumber()) {
            rules.require(
                    !decimalComma || locale == null,
                    "contradicts locale, which says what separates the fraction: leave one of the two out",
                    "decimal-comma");
            checkSeparator(rules, separator, locale);
        }
    }

    private void checkStrip(Rules rules) {
        if (strip == null) {
            return;
        }
        rules.require(!strip.isEmpty(), "lists no text: leave it out", "strip");
        rules.distinct(strip, "strip");
        strip.stream()
                .filter(text -> text.isEmpty() || PART_OF_NUMBER.matcher(text).matches())
                .forEach(text -> rules.require(
                        false,
                        Printable.quoted(text)
                                + " is not a text to strip, such as \"€\": it has a character or more, no digit, sign,"
                                + " bracket or separator of numbers, and no blank at its ends. For negative numbers such as"
                                + " (5), write negative: parentheses; for 5-, negative: trailing",
                        "strip"));
    }

    private void checkSeparator(Rules rules, @Nullable String separator, @Nullable Locale locale) {
        if (separator == null || separator.isEmpty()) {
            return;
        }
        rules.require(
                !decimalComma || !separator.contains(","),
                "contains a comma, which decimal-comma makes part of the numbers: use another separator",
                "separator");
        String parts = locale == null ? "" : new Separators(locale).characters();
        rules.require(
                separator.chars().anyMatch(character -> parts.indexOf(character) < 0),
                Printable.quoted(separator) + " is part of numbers in the locale "
                        + (locale == null ? "" : locale.toLanguageTag()) + ": use another separator",
                "separator");
    }
}
