package dev.mongohaul.job.file;

import dev.mongohaul.job.file.Write.Keys;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.Unlisted;
import dev.mongohaul.text.Quoted;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether the columns that a job names are there and can do what they are named for. */
record ColumnRules(
        Rules rules, Source source, Target target, Map<String, FieldSpec> fields, Unlisted unlisted, Write write) {

    void check() {
        checkUnlisted();
        checkUses(target.id(), "target", "id");
        checkUses(write.match(), "write", "match");
        checkKeys();
        checkUpdate();
        if (!source.header().isInInput()) {
            checkHeader(source.header().names());
        }
    }

    private void checkUnlisted() {
        rules.require(
                unlisted == Unlisted.KEEP || !fields.isEmpty(),
                unlisted == Unlisted.DROP
                        ? "drops every column where fields lists none: list those to keep"
                        : "refuses every column where fields lists none: list those to take",
                "unlisted");
    }

    private void checkUses(List<String> columns, String... key) {
        for (String column : columns) {
            rules.require(
                    unlisted != Unlisted.DROP || fields.isEmpty() || fields.containsKey(column),
                    "names " + Quoted.text(column) + ", which unlisted: drop leaves out: list it under fields",
                    key);
        }
        rules.require(
                columns.isEmpty() || !columns.stream().allMatch(this::isConstant),
                "names constants alone, so that every record has the same: name at least one column of the input",
                key);
        rules.require(
                columns.size() != 1 || !isSeveral(columns.get(0)),
                "names a column of type array or json, which can hold several values: name a column of one value",
                key);
    }

    private boolean isConstant(String column) {
        return hasType(column, FieldType.CONSTANT);
    }

    private boolean isSeveral(String column) {
        return hasType(column, FieldType.ARRAY) || hasType(column, FieldType.JSON);
    }

    private boolean hasType(String column, FieldType type) {
        FieldSpec field = fields.get(column);
        return field != null && field.type() == type;
    }

    private void checkKeys() {
        boolean keyed = !target.id().isEmpty() || !write.match().isEmpty();
        rules.require(
                keyed || !OperationRules.finds(write.operation()),
                "finds no document: " + OperationRules.words(write.operation().types())
                        + " needs target.id or write.match",
                "write",
                "operation");
        rules.require(
                keyed || write.keys() == Keys.ANY,
                "promises unique keys where there is no key: name its columns by target.id or write.match",
                "write",
                "keys");
    }

    private void checkUpdate() {
        List<String> finding = write.match().isEmpty() ? target.id() : write.match();
        rules.require(
                unlisted != Unlisted.DROP
                        || !write.operation().types().equals(Set.of(WriteOperation.UPDATE))
                        || !finding.containsAll(fields.keySet()),
                "sets nothing: fields lists only the columns that find the document, and unlisted: drop leaves out the"
                        + " others",
                "write",
                "operation");
    }

    private void checkHeader(List<String> header) {
        Set<String> columns = Set.copyOf(header);
        fields.keySet().stream()
                .filter(column -> !isConstant(column))
                .forEach(column -> inHeader(columns, column, "fields", column));
        target.id().stream()
                .filter(column -> !isConstant(column))
                .forEach(column -> inHeader(columns, column, "target", "id"));
        write.match().stream()
                .filter(column -> !isConstant(column))
                .forEach(column -> inHeader(columns, column, "write", "match"));
        if (write.operation() instanceof Operation.ByColumn byColumn) {
            inHeader(columns, byColumn.column(), "write", "operation", "column");
        }
        if (unlisted == Unlisted.REFUSE) {
            header.stream()
                    .filter(column -> !fields.containsKey(column))
                    .forEach(column -> rules.require(
                            false,
                            "refuses " + Quoted.text(column)
                                    + ", which source.header names and fields does not: list it",
                            "unlisted"));
        }
    }

    private void inHeader(Set<String> columns, String column, String... key) {
        rules.require(
                columns.contains(column), Quoted.text(column) + " is not among the columns of source.header", key);
    }
}
