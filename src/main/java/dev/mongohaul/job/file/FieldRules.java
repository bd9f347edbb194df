package dev.mongohaul.job.file;

import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.Quoted;
import dev.mongohaul.text.Rules;
import java.util.LinkedHashMap;
import java.util.Map;

/** Whether one document can hold all the fields that a job lists. */
record FieldRules(Rules rules, Map<String, FieldSpec> fields, Target target) {

    private static final FieldPath ID = FieldPath.of("_id");

    void check() {
        Map<String, FieldPath> paths = new LinkedHashMap<>();
        fields.forEach((column, field) -> {
            try {
                place(paths, column, field.to() == null ? FieldPathRules.parse(column) : field.to());
            } catch (InvalidSettingsException e) {
                rules.require(false, e.getMessage() + "; say where it goes by to", "fields", column);
            }
        });
    }

    private void place(Map<String, FieldPath> paths, String column, FieldPath path) {
        if (path.equals(ID)) {
            rules.require(
                    target.id().contains(column),
                    "goes to _id, which target.id gives to "
                            + (target.id().isEmpty() ? "a generated value" : String.join(", ", target.id()))
                            + ": list the column there, or send it elsewhere by to",
                    "fields",
                    column);
            return;
        }
        paths.entrySet().stream()
                .filter(taken -> taken.getValue().overlaps(path))
                .findFirst()
                .ifPresent(taken -> rules.require(
                        false,
                        "goes to " + path + ", where " + Quoted.text(taken.getKey()) + " goes to " + taken.getValue()
                                + ": a document cannot hold both; send one elsewhere by to",
                        "fields",
                        column));
        paths.put(column, path);
    }
}
