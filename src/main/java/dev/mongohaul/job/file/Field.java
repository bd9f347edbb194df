package dev.mongohaul.job.file;

import dev.mongohaul.text.Rules;
import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.Rounding;
import dev.mongohaul.text.InvalidSettingsException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a column becomes. An option that was not given is null.
 *
 * @param to null: the column's name, whose dots nest
 * @param value of a constant: a {@code String}, {@code Long}, {@code Double} or {@code Boolean}
 */
public record Field(
        @Nullable FieldPath to,
        FieldType type,
        boolean decimalComma,
        @Nullable Rounding rounding,
        @Nullable String pattern,
        @Nullable ZoneId zone,
        @Nullable Locale locale,
        @Nullable Integer pivotYear,
        @Nullable BinaryEncoding encoding,
        @Nullable FieldType of,
        @Nullable String separator,
        @Nullable Object value,
        @Nullable List<String> nulls) {

    public Field {
        if (type == FieldType.ARRAY && of == null) {
            of = FieldType.STRING;
        }
        nulls = nulls == null ? null : List.copyOf(nulls);
        Rules rules = new Rules();
        if (to != null) {
            FieldPathRules.check(rules, to, "to");
        }
        FieldType cell = type == FieldType.ARRAY && of != null ? of : type;
        checkArray(rules, type, of, separator, decimalComma);
        checkConstant(rules, type, value);
        rules.require(!decimalComma || cell.hasFraction(), belongsTo("double and decimal", cell), "decimal-comma");
        rules.require(rounding == null || cell == FieldType.DOUBLE, belongsTo("double", cell), "rounding");
        new DateOptions(pattern, zone, locale, pivotYear).check(rules, cell);
        rules.require(encoding == null || cell == FieldType.BINARY, belongsTo("binary", cell), "encoding");
        rules.require(nulls == null || type != FieldType.CONSTANT, "means nothing for constant: leave it out", "nulls");
        rules.distinct(nulls == null ? List.of() : nulls, "nulls");
        rules.enforce();
    }

    /** A column of a type without options, under its own name. */
    public static Field of(FieldType type) {
        return new Field(null, type, false, null, null, null, null, null, null, null, null, null, null);
    }

    /**
     * Where the column's value goes: its own name where {@code to} says nothing.
     *
     * @throws InvalidSettingsException where its own name is none that a document can have
     */
    public FieldPath path(String column) {
        return to == null ? FieldPathRules.parse(column) : to;
    }

    static String belongsTo(String types, FieldType type) {
        return "belongs to " + types + " and means nothing for " + type.word() + ": leave it out, or change the type";
    }

    private static void checkArray(
            Rules rules, FieldType type, @Nullable FieldType of, @Nullable String separator, boolean decimalComma) {
        if (type != FieldType.ARRAY) {
            rules.require(of == null, belongsTo("array", type), "of");
            rules.require(separator == null, belongsTo("array", type), "separator");
            return;
        }
        rules.require(
                of == null || of.isElement(), "an array cannot be made of " + (of == null ? "" : of.word()), "of");
        rules.require(
                separator != null && !separator.isEmpty(),
                "is missing: an array needs the text between two elements, such as separator: \";\"",
                "separator");
        rules.require(
                !decimalComma || separator == null || !separator.contains(","),
                "contains a comma, which decimal-comma makes part of the numbers: use another separator",
                "separator");
    }

    private static void checkConstant(Rules rules, FieldType type, @Nullable Object value) {
        if (type == FieldType.CONSTANT) {
            rules.require(value != null, "is missing: a constant needs one, such as value: EUR", "value");
        } else {
            rules.require(value == null, belongsTo("constant", type), "value");
        }
    }
}
