package dev.mongohaul.infer;

import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a column is taken for.
 *
 * @param note where the choice was close; null where it was not
 * @param fitsDouble whether a double keeps every digit, where these are numbers
 * @param markers what stands for a missing value in the column, perhaps, and in how many cells
 */
public record ColumnType(FieldSpec field, @Nullable String note, boolean fitsDouble, Map<String, Long> markers) {

    public ColumnType {
        markers = Map.copyOf(markers);
    }

    public boolean isText() {
        return field.type() == FieldType.STRING;
    }

    /** The same with cells that are blank beside the empty ones. */
    ColumnType withNulls(Collection<String> texts) {
        Set<String> nulls = new HashSet<>(texts);
        nulls.add("");
        return new ColumnType(field.withNulls(nulls), note, fitsDouble, markers);
    }

    /** The same with something to say, if nothing is said yet. */
    public ColumnType withNote(String text) {
        return new ColumnType(field, note == null ? text : note + "; " + text, fitsDouble, markers);
    }
}
