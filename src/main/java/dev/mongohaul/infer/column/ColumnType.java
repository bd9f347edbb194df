package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Type inferred for a column.
 *
 * @param note where the choice was close; null where it was not
 * @param fitsDouble whether a double keeps every digit, where these are numbers
 * @param markers possible markers of a missing value in the column, with the number of their cells
 */
public record ColumnType(FieldSpec field, @Nullable String note, boolean fitsDouble, Map<String, Long> markers) {

    /** Text of a column whose cells are not looked at. */
    public static final ColumnType PLAIN = new ColumnType(FieldSpec.of(FieldType.STRING), null, false, Map.of());

    boolean isText() {
        return field.type() == FieldType.STRING;
    }

    /** Returns the type with further texts that are blank. */
    ColumnType withNulls(Collection<String> texts) {
        Set<String> nulls = new HashSet<>(texts);
        nulls.add("");
        return new ColumnType(field.withNulls(nulls), note, fitsDouble, markers);
    }

    /** Returns the type in a place; null is the one of the column's name. */
    public ColumnType to(@Nullable FieldPath place) {
        return place == null ? this : new ColumnType(field.to(place), note, fitsDouble, markers);
    }

    /** Returns the type with a note added. */
    public ColumnType withNote(String text) {
        return new ColumnType(field, note == null ? text : note + "; " + text, fitsDouble, markers);
    }
}
