package dev.mongohaul.mapping.type;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one column becomes.
 *
 * @param to the field it goes to; null is the column's own name, whose dots nest
 * @param decimalComma the comma is the decimal separator, and the dot none; of numbers with decimals only
 * @param rounding of doubles only
 * @param date how a date is written; null is {@link DateFormat#ISO}
 * @param encoding how bytes are written; null is {@link BinaryEncoding#BASE64}
 * @param array how an array is written; an array needs it. All other options are those of its elements
 * @param constant the value of a constant, a {@code String}, {@code Long}, {@code Double} or {@code Boolean}; a
 *     constant needs it
 * @param nulls cells of the column equal to one of these are blank; null is the mapping's
 */
public record FieldSpec(
        @Nullable FieldPath to,
        FieldType type,
        boolean decimalComma,
        Rounding rounding,
        @Nullable DateFormat date,
        @Nullable BinaryEncoding encoding,
        @Nullable ArrayFormat array,
        @Nullable Object constant,
        @Nullable Set<String> nulls) {

    private static final List<Class<?>> CONSTANTS = List.of(String.class, Long.class, Double.class, Boolean.class);

    /** A field whose doubles are not rounded, and whose blank cells are those of the mapping. */
    public FieldSpec(
            @Nullable FieldPath to,
            FieldType type,
            boolean decimalComma,
            @Nullable DateFormat date,
            @Nullable BinaryEncoding encoding,
            @Nullable ArrayFormat array,
            @Nullable Object constant) {
        this(to, type, decimalComma, Rounding.REJECT, date, encoding, array, constant, null);
    }

    public FieldSpec {
        nulls = nulls == null ? null : Set.copyOf(nulls);
        FieldType cell = array == null ? type : array.of();
        if (rounding != Rounding.REJECT && cell != FieldType.DOUBLE) {
            throw new MappingException("rounding does not go with " + cell.word() + ": double has it");
        }
        if (decimalComma && !cell.hasFraction()) {
            throw new MappingException(
                    "decimal-comma does not go with " + cell.word() + ": double and decimal have it");
        }
        if (date != null && cell != FieldType.DATE) {
            throw new MappingException("pattern, zone and locale do not go with " + cell.word() + ": date has them");
        }
        if (encoding != null && cell != FieldType.BINARY) {
            throw new MappingException("encoding does not go with " + cell.word() + ": binary has it");
        }
        if ((array != null) != (type == FieldType.ARRAY)) {
            throw new MappingException(
                    array == null
                            ? "an array needs the type of its elements (of) and the text between them (separator)"
                            : "of and separator do not go with " + type.word() + ": array has them");
        }
        if ((constant != null) != (type == FieldType.CONSTANT)) {
            throw new MappingException(
                    constant == null
                            ? "a constant needs its value"
                            : "a value does not go with " + type.word() + ": constant has one");
        }
        if (constant != null && CONSTANTS.stream().noneMatch(allowed -> allowed.isInstance(constant))) {
            throw new IllegalArgumentException("no constant is a " + constant.getClass());
        }
    }

    /** A field of the column's own name, without options. */
    public static FieldSpec of(FieldType type) {
        return new FieldSpec(null, type, false, null, null, null, null);
    }

    /** The same in another place of the document. */
    public FieldSpec to(FieldPath path) {
        return new FieldSpec(path, type, decimalComma, rounding, date, encoding, array, constant, nulls);
    }

    /** The same of an import whose first run was in that year, which says what years of two digits mean. */
    public FieldSpec firstRunIn(int year) {
        return date == null
                ? this
                : new FieldSpec(
                        to, type, decimalComma, rounding, date.firstRunIn(year), encoding, array, constant, nulls);
    }

    /** How a date is written, the default included. */
    public DateFormat dateOrIso() {
        return date == null ? DateFormat.ISO : date;
    }

    /** What one element of an array is, in place of the array; the field itself where it is none. */
    public FieldSpec element() {
        return array == null
                ? this
                : new FieldSpec(to, array.of(), decimalComma, rounding, date, encoding, null, null, nulls);
    }

    /** How bytes are written, the default included. */
    public BinaryEncoding encodingOrBase64() {
        return encoding == null ? BinaryEncoding.BASE64 : encoding;
    }

    /** The same with its own blank cells; null: those of the mapping. */
    public FieldSpec withNulls(@Nullable Set<String> texts) {
        return new FieldSpec(to, type, decimalComma, rounding, date, encoding, array, constant, texts);
    }

    /** Where the column stands in the document. */
    public FieldPath pathOf(String column) {
        return to == null ? FieldPath.parse(column) : to;
    }
}
