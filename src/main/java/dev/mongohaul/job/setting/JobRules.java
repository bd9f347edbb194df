package dev.mongohaul.job.setting;

import dev.mongohaul.mapping.origin.RecordOrigin;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.Unlisted;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rules about columns that several groups of a job file name. */
record JobRules(
        Rules rules, Source source, Target target, Map<String, FieldSpec> fields, Unlisted unlisted, Write write) {

    void check() {
        rules.require(
                unlisted == Unlisted.KEEP || !fields.isEmpty(),
                unlisted == Unlisted.DROP
                        ? "drops every column where fields lists none: list those to keep"
                        : "refuses every column where fields lists none: list those to take",
                "unlisted");
        checkUses(target.id(), "target", "id");
        checkUses(write.match(), "write", "match");
        checkOperation();
        if (!source.header().isInInput()) {
            checkHeader(source.header().names());
        }
        checkPlaces();
        checkSkipped();
    }

    /** Checks that a column without a field has another meaning, and that documents have the fields that they are found by. */
    private void checkSkipped() {
        fields.forEach((column, field) -> {
            if (!field.isSkipped()) {
                return;
            }
            boolean inId = target.id().contains(column);
            boolean finds = write.match().contains(column) && !write.match().equals(target.id());
            rules.require(
                    !finds,
                    "leaves out a column of write.match, by which documents are found: remove it here or there",
                    "fields",
                    column,
                    "skip");
            rules.require(
                    inId || field.type().hasCells(),
                    "leaves out a " + field.type().word() + ", which has no other meaning: remove the field",
                    "fields",
                    column,
                    "skip");
            rules.require(
                    inId || field.defaultCell() == null,
                    "means nothing for a column that skip leaves out: leave one of the two out",
                    "fields",
                    column,
                    "default");
        });
    }

    private void checkUses(List<String> columns, String... key) {
        for (String column : columns) {
            rules.require(
                    unlisted != Unlisted.DROP || fields.isEmpty() || fields.containsKey(column),
                    "names " + Printable.quoted(column) + ", which unlisted: drop leaves out: list it under fields",
                    key);
        }
        rules.require(
                columns.isEmpty() || !columns.stream().allMatch(column -> hasType(column, FieldType.CONSTANT)),
                "names constants alone, so that every record has the same: name at least one column of the input",
                key);
        rules.require(
                columns.isEmpty()
                        || columns.stream().allMatch(column -> hasType(column, FieldType.CONSTANT))
                        || !columns.stream().allMatch(this::isOfManyRecords),
                "names what all records of a file or an import share: name at least one column of the input, or the line",
                key);
        rules.require(
                columns.size() != 1 || !hasType(columns.get(0), FieldType.ARRAY, FieldType.JSON),
                "names a column of type array or json, which can hold several values: name a column of one value",
                key);
    }

    private boolean isOfManyRecords(String column) {
        FieldSpec field = fields.get(column);
        return field != null
                && !field.type().hasCells()
                && field.origin().filter(RecordOrigin.LINE::equals).isEmpty();
    }

    private boolean hasType(String column, FieldType... types) {
        FieldSpec field = fields.get(column);
        return field != null && List.of(types).contains(field.type());
    }

    private void checkOperation() {
        Operation operation = write.operation();
        boolean keyed = !target.id().isEmpty() || !write.match().isEmpty();
        rules.require(
                keyed || !operation.finds(),
                "has no key to find documents by: " + operation.words() + " needs target.id"
                        + (operation == Operation.ForAll.SNAPSHOT ? "" : " or write.match"),
                "write",
                "operation");
        rules.require(
                keyed || write.keys() == WriteKeys.ANY,
                "promises unique keys where there is no key: name its columns by target.id or write.match",
                "write",
                "keys");
        List<String> finding = write.match().isEmpty() ? target.id() : write.match();
        rules.require(
                unlisted != Unlisted.DROP
                        || !operation.types().stream().allMatch(type -> type.updates() && type.needsMatch())
                        || !finding.containsAll(stored().keySet()),
                "sets nothing: fields lists only the columns that find the document, and unlisted: drop leaves out the"
                        + " others",
                "write",
                "operation");
    }

    private void checkHeader(List<String> header) {
        fields.keySet().forEach(column -> requireColumn(header, column, "fields", column));
        fields.forEach((name, field) -> field.from().stream()
                .filter(column -> !header.contains(column))
                .forEach(column -> rules.require(false, notInHeader(column), "fields", name, "from")));
        target.id().forEach(column -> requireColumn(header, column, "target", "id"));
        write.match().forEach(column -> requireColumn(header, column, "write", "match"));
        if (write.operation() instanceof Operation.ByColumn byColumn) {
            rules.require(
                    header.contains(byColumn.column()), notInHeader(byColumn.column()), "write", "operation", "column");
        }
        for (String column : header) {
            boolean used = fields.containsKey(column)
                    || target.id().contains(column)
                    || (write.operation() instanceof Operation.ByColumn operation
                            && operation.column().equals(column))
                    || fields.values().stream().anyMatch(field -> field.from().contains(column));
            rules.require(
                    unlisted != Unlisted.REFUSE || used,
                    "refuses " + Printable.quoted(column) + ", which source.header names and fields does not: list it",
                    "unlisted");
        }
    }

    private void requireColumn(List<String> header, String column, String... key) {
        rules.require(
                (fields.containsKey(column) && !fields.get(column).needsColumn()) || header.contains(column),
                notInHeader(column),
                key);
    }

    private static String notInHeader(String column) {
        return Printable.quoted(column) + " is not among the columns of source.header";
    }

    /** Returns the fields that documents have. */
    private Map<String, FieldSpec> stored() {
        Map<String, FieldSpec> stored = new LinkedHashMap<>(fields);
        stored.values().removeIf(FieldSpec::isSkipped);
        return stored;
    }

    /** Checks that one document can hold all listed fields. */
    private void checkPlaces() {
        Map<String, FieldPath> paths = new LinkedHashMap<>();
        stored().forEach((column, field) -> {
            try {
                checkPlace(paths, column, field.pathOf(column).checked());
            } catch (InvalidSettingsException e) {
                rules.require(false, e.getMessage() + "; say where it goes by to", "fields", column);
            }
        });
    }

    private void checkPlace(Map<String, FieldPath> paths, String column, FieldPath path) {
        if (path.equals(FieldPath.ID)) {
            checkId(column);
            return;
        }
        paths.entrySet().stream()
                .filter(taken -> taken.getValue().overlaps(path))
                .findFirst()
                .ifPresent(taken -> rules.require(
                        false,
                        "goes to " + path + ", where " + Printable.quoted(taken.getKey()) + " goes to "
                                + taken.getValue() + ": a document cannot hold both; send one elsewhere by to",
                        "fields",
                        column));
        paths.put(column, path);
    }

    private void checkId(String column) {
        List<String> ids = idFields(fields);
        String other =
                ids.stream().filter(name -> !name.equals(column)).findFirst().orElse("");
        rules.require(
                ids.size() == 1,
                "goes to _id, and so does " + Printable.quoted(other) + ": for an _id of both, write target: {id: ["
                        + String.join(", ", ids) + "]} and remove to: _id",
                "fields",
                column);
        rules.require(
                ids.size() > 1 || target.id().equals(List.of(column)),
                "goes to _id, and target.id names " + String.join(", ", target.id()) + ": write target: {id: [" + column
                        + "]}, or remove to: _id",
                "fields",
                column);
    }

    /** Returns the columns that go to {@code _id}. */
    static List<String> idFields(Map<String, FieldSpec> fields) {
        return fields.entrySet().stream()
                .filter(field -> !field.getValue().isSkipped())
                .filter(field -> field.getValue().pathOf(field.getKey()).equals(FieldPath.ID))
                .map(Map.Entry::getKey)
                .toList();
    }
}
