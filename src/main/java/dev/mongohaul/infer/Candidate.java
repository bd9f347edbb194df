package dev.mongohaul.infer;

import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.ValueSink;

/**
 * A type that a column may have. For one thread.
 *
 * @param nowhere takes what nobody wants
 */
record Candidate(FieldSpec field, CellType type, ValueSink nowhere) {

    private static final FieldName ANY_NAME = new FieldName("cell");

    /** Whether the cell, which is not empty, is of the type. */
    boolean takes(byte[] bytes, int from, int to) {
        // A number or a quoted text is JSON as well, and nobody means it.
        boolean plausible = field.type() != FieldType.JSON || bytes[from] == '{' || bytes[from] == '[';
        return plausible && type.put(bytes, from, to, ANY_NAME, nowhere);
    }

    boolean isWhole() {
        return field.type() == FieldType.INT32 || field.type() == FieldType.INT64;
    }

    boolean isNumber() {
        return isWhole() || field.type() == FieldType.DECIMAL;
    }

    boolean is(FieldType wanted) {
        return field.type() == wanted;
    }

    /** The pattern of a date; empty of another type. */
    String pattern() {
        return is(FieldType.DATE) ? field.dateOrIso().pattern() : "";
    }
}
