package dev.mongohaul.mapping.entity.layout;

import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * What kind of value a column gives.
 *
 * @param type of a constant: the one of its value
 * @param elementType of an array's elements; otherwise the type itself
 * @param date how a date is written
 */
record FieldValue(FieldType type, FieldType elementType, DateFormat date) {

    static FieldValue of(FieldType type) {
        return new FieldValue(type, type, DateFormat.ISO);
    }

    static FieldValue of(FieldSpec field) {
        FieldType type = field.type() == FieldType.CONSTANT ? constant(field.value()) : field.type();
        FieldType element = field.array() == null ? type : field.array().of();
        return new FieldValue(type, element, field.dateOrIso());
    }

    private static FieldType constant(@Nullable Object value) {
        if (value instanceof Integer) {
            return FieldType.INT32;
        }
        if (value instanceof Long) {
            return FieldType.INT64;
        }
        if (value instanceof Double) {
            return FieldType.DOUBLE;
        }
        return value instanceof Boolean ? FieldType.BOOLEAN : FieldType.STRING;
    }

    FieldValue element() {
        return new FieldValue(elementType, elementType, date);
    }
}
