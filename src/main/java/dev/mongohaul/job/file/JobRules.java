package dev.mongohaul.job.file;

import dev.mongohaul.job.file.JobFile.Operation;
import dev.mongohaul.job.file.JobFile.Write;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.Unlisted;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules about columns that several groups of a job file name. */
record JobRules(
        Rules rules, Source source, Target target, Map<String, FieldSpec> fields, Unlisted unlisted, Write write) {

    private static final FieldPath ID = FieldPath.of("_id");

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
    }

    private void checkUses(List<String> columns, String... key) {
        for (String column : columns) {
            rules.require(
                    unlisted != Unlisted.DROP || fields.isEmpty() || fields.containsKey(column),
                    "names " + Printable.quoted(column) + ", which unlisted: drop leaves out: list it under fields",
                    key);
        }
        rules.require(
                columns.isEmpty() || !columns.stream().allMatch(this::isConstant),
                "names constants alone, so that every record has the same: name at least one column of the input",
                key);
        rules.require(
                columns.size() != 1 || !hasType(columns.get(0), FieldType.ARRAY, FieldType.JSON),
                "names a column of type array or json, which can hold several values: name a column of one value",
                key);
    }

    private boolean isConstant(String column) {
        return hasType(column, FieldType.CONSTANT);
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
                "has no key to find documents by: " + operation.words() + " needs target.id or write.match",
                "write",
                "operation");
        rules.require(
                keyed || write.keys() == Write.Keys.ANY,
                "promises unique keys where there is no key: name its columns by target.id or write.match",
                "write",
                "keys");
        List<String> finding = write.match().isEmpty() ? target.id() : write.match();
        rules.require(
                unlisted != Unlisted.DROP
                        || !operation.types().equals(Set.of(WriteOperation.UPDATE))
                        || !finding.containsAll(fields.keySet()),
                "sets nothing: fields lists only the columns that find the document, and unlisted: drop leaves out the"
                        + " others",
                "write",
                "operation");
    }

    private void checkHeader(List<String> header) {
        fields.keySet().forEach(column -> requireColumn(header, column, "fields", column));
        target.id().forEach(column -> requireColumn(header, column, "target", "id"));
        write.match().forEach(column -> requireColumn(header, column, "write", "match"));
        if (write.operation() instanceof Operation.ByColumn byColumn) {
            rules.require(
                    header.contains(byColumn.column()), notInHeader(byColumn.column()), "write", "operation", "column");
        }
        for (String column : header) {
            rules.require(
                    unlisted != Unlisted.REFUSE || fields.containsKey(column),
                    "refuses " + Printable.quoted(column) + ", which source.header names and fields does not: list it",
                    "unlisted");
        }
    }

    private void requireColumn(List<String> header, String column, String... key) {
        rules.require(isConstant(column) || header.contains(column), notInHeader(column), key);
    }

    private static String notInHeader(String column) {
        return Printable.quoted(column) + " is not among the columns of source.header";
    }

    /** Checks that one document can hold all listed fields. */
    private void checkPlaces() {
        Map<String, FieldPath> paths = new LinkedHashMap<>();
        fields.forEach((column, field) -> {
            try {
                checkPlace(paths, column, field.pathOf(column).checked());
            } catch (InvalidSettingsException e) {
                rules.require(false, e.getMessage() + "; say where it goes by to", "fields", column);
            }
        });
    }

    private void checkPlace(Map<String, FieldPath> paths, String column, FieldPath path) {
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
                        "goes to " + path + ", where " + Printable.quoted(taken.getKey()) + " goes to "
                                + taken.getValue() + ": a document cannot hold both; send one elsewhere by to",
                        "fields",
                        column));
        paths.put(column, path);
    }
}
