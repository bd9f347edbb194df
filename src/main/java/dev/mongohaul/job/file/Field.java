package dev.mongohaul.job.file;

import dev.mongohaul.job.file.setting.Setting;
import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.Rounding;
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
        @Setting("the field's place: a dot in a text nests, elements of a list are names as they are") @Nullable
        FieldPath to,

        @Setting(value = "what a cell becomes", defaultValue = "string")
        FieldType type,

        @Setting(value = "double and decimal: the comma separates the fraction", defaultValue = "false")
        boolean decimalComma,

        @Setting("double: a number that would be rounded is a reject, or allowed; reject where none is given") @Nullable
        Rounding rounding,

        @Setting("date: a java.time pattern, epoch-seconds or epoch-millis; required") @Nullable
        String pattern,

        @Setting("date: the zone of a pattern without one; UTC where none is given") @Nullable
        ZoneId zone,

        @Setting("date: the language of month and day names; en where none is given") @Nullable
        Locale locale,

        @Setting(
                "date: the first of the hundred years that yy means; 80 years before the first run where none is given")
        @Nullable
        Integer pivotYear,

        @Setting("binary: how the bytes are written; base64 where none is given") @Nullable
        BinaryEncoding encoding,

        @Setting("array: the type of its elements; string where none is given") @Nullable
        FieldType of,

        @Setting("array: the text between two elements; required") @Nullable
        String separator,

        @Setting("constant: the value, a text, a number, true or false; required") @Nullable
        Object value,

        @Setting("cells of this column equal to one of these are blank; the job's nulls where none are given") @Nullable
        List<String> nulls) {

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

    /** Whether the type alone says it all. */
    public boolean isOfTypeAlone() {
        return to == null
                && !decimalComma
                && rounding == null
                && pattern == null
                && encoding == null
                && of == null
                && value == null
                && nulls == null;
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
