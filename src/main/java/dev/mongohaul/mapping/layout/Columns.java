package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.type.Excerpt;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.mapping.type.Unlisted;
import java.util.List;

/**
 * What each column of the file is: listed, or kept or dropped as one that is not.
 *
 * @param columns the file's, then the constants that it has no column for, by name: their order in the job file has no
 *     meaning
 */
record Columns(List<Column> columns) {

    private static final FieldSpec TEXT = FieldSpec.of(FieldType.STRING);

    static Columns of(MappingSpec spec) {
        return new Columns(
                spec.allColumns().stream().map(name -> column(spec, name)).toList());
    }

    private static Column column(MappingSpec spec, String name) {
        FieldSpec listed = spec.fields().get(name);
        return listed == null
                ? new Column(
                        name,
                        TEXT,
                        spec.unlisted() != Unlisted.DROP && !spec.leftOut().contains(name))
                : new Column(name, listed, true);
    }

    List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    List<FieldSpec> fields() {
        return columns.stream().map(Column::field).toList();
    }

    void collectTypeProblems(List<String> problems) {
        for (Column column : columns) {
            try {
                CellTypes.of(column.field);
            } catch (MappingException wrong) {
                problems.add(column.label() + ": " + wrong.getMessage());
            }
        }
    }

    void collectPathProblems(List<String> problems) {
        for (Column column : columns) {
            String problem = column.kept ? PathRules.problem(column.path()) : null;
            if (problem != null) {
                problems.add(column.label() + " " + problem);
            }
        }
    }

    /** Puts the columns that are kept to their places; {@code _id} is no place of the tree. */
    void collectConflicts(FieldTree tree, List<Integer> order, List<String> problems) {
        for (int index : order) {
            Column column = columns.get(index);
            boolean standsInTree = column.kept && !column.isId() && PathRules.problem(column.path()) == null;
            String conflict = standsInTree ? tree.take(column.path(), index) : null;
            if (conflict != null) {
                problems.add(conflict);
            }
        }
    }

    /**
     * One column of the file.
     *
     * @param kept it has a field in the document
     */
    record Column(String name, FieldSpec field, boolean kept) {

        FieldPath path() {
            return field.pathOf(name);
        }

        /** It is {@code _id}, and no other field beside it. */
        boolean isId() {
            return kept && path().elements().equals(List.of(IdColumns.ID));
        }

        String label() {
            return "column " + Excerpt.quoted(name);
        }
    }
}
