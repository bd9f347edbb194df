package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.mapping.type.Unlisted;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

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
            return "column \"" + Printable.excerpt(name) + '"';
        }
    }

    /**
     * The columns that make {@code _id}: those the job file names for it, or else the one that goes there.
     *
     * @param indexes in their order within the id
     * @param problems what contradicts itself about it
     */
    record IdColumns(List<Integer> indexes, List<String> problems) {

        static final String ID = "_id";

        static IdColumns of(MappingSpec spec, Columns columns) {
            List<Columns.Column> toId =
                    columns.columns().stream().filter(Columns.Column::isId).toList();
            List<String> names = spec.idColumns().isEmpty()
                    ? toId.stream().map(Columns.Column::name).toList()
                    : spec.idColumns();
            List<String> problems = new ArrayList<>();
            collectContradictions(spec, toId, problems);
            collectNested(columns, problems);
            if (names.size() > 1) {
                collectNames(names, problems);
            }
            return new IdColumns(
                    names.stream()
                            .map(columns.names()::indexOf)
                            .filter(index -> index >= 0)
                            .toList(),
                    problems);
        }

        private static void collectContradictions(MappingSpec spec, List<Columns.Column> toId, List<String> problems) {
            IntStream.range(1, toId.size())
                    .mapToObj(index -> toId.get(index).label() + " goes to _id, and so does "
                            + toId.get(0).label() + ": list both under the id to make a compound one")
                    .forEach(problems::add);
            toId.stream()
                    .filter(column ->
                            !spec.idColumns().isEmpty() && !spec.idColumns().equals(List.of(column.name())))
                    .map(column -> column.label() + " goes to _id, but the id is made of "
                            + String.join(
                                    ", ",
                                    spec.idColumns().stream()
                                            .map(name -> '"' + Printable.excerpt(name) + '"')
                                            .toList())
                            + ": give the column another place with to")
                    .forEach(problems::add);
        }

        private static void collectNested(Columns columns, List<String> problems) {
            columns.columns().stream()
                    .filter(Columns.Column::kept)
                    .filter(column -> column.path().elements().size() > 1
                            && column.path().elements().get(0).equals(ID))
                    .map(column -> column.label() + " goes to \""
                            + Printable.excerpt(column.path().toString())
                            + "\", within _id: an id of several columns is made by listing them under the id")
                    .forEach(problems::add);
        }

        /** A compound id has fields of the columns' own names. */
        private static void collectNames(List<String> names, List<String> problems) {
            names.stream()
                    .map(name -> {
                        String problem = PathRules.problem(name);
                        return problem == null
                                ? null
                                : "column \"" + Printable.excerpt(name) + "\" of the id " + problem;
                    })
                    .filter(Objects::nonNull)
                    .forEach(problems::add);
        }
    }
}
