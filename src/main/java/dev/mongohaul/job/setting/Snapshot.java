package dev.mongohaul.job.setting;

import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.Rules;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Treatment of the documents that the input of a snapshot lacks.
 *
 * @param deletes whether they are deleted, marked, or left
 * @param markField field that marked documents get; null if none are marked
 * @param within values that fields of all documents of the input have, by dotted path; documents with other values are out
 *     of scope
 */
public record Snapshot(SnapshotDeletes deletes, @Nullable FieldPath markField, Map<String, Object> within) {

    public Snapshot {
        within = Collections.unmodifiableMap(new LinkedHashMap<>(within));
        Rules rules = new Rules();
        rules.require(
                deletes != SnapshotDeletes.MARK || markField != null,
                "marks documents by a field, which mark-field names: add mark-field: deletedAt, for example",
                "deletes");
        rules.require(
                deletes == SnapshotDeletes.MARK || markField == null,
                "is the field of marked documents, and deletes is "
                        + deletes.name().toLowerCase(Locale.ROOT) + ": leave it out, or write deletes: mark",
                "mark-field");
        rules.require(
                markField == null
                        || (!markField.equals(FieldPath.ID)
                                && markField.elements().stream().noneMatch(name -> name.contains("."))),
                markField + " is no field that an update can set: use a name other than _id, without a dot in a name",
                "mark-field");
        within.keySet().forEach(path -> {
            try {
                FieldPath.parse(path).checked();
            } catch (InvalidSettingsException e) {
                rules.require(false, String.valueOf(e.getMessage()), "within", path);
            }
        });
        rules.enforce();
    }

    /** Returns whether the import deletes or marks what its input lacks. */
    public boolean removes() {
        return deletes != SnapshotDeletes.NONE;
    }
}
