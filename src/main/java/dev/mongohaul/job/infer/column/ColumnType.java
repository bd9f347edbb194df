package dev.mongohaul.job.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a column is taken for.
 *
 * @param note where the choice was close; null where it was not
 * @param markers what stands for a missing value in the column, perhaps, and in how many cells
 */
public record ColumnType(FieldSpec field, @Nullable String note, Map<String, Long> markers) {

    public ColumnType {
        markers = Map.copyOf(markers);
    }

    public boolean isText() {
        return field.type() == FieldType.STRING;
    }

    /** The same with something to say, if nothing is said yet. */
    public ColumnType withNote(String text) {
        return new ColumnType(field, note == null ? text : note + "; " + text, markers);
    }
}
