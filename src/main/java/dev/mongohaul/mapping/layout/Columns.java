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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The columns of a file with their fields, and the checks of types, paths and id.
 *
 * @param columns the file's columns, then the constants without a column, sorted by name
 */
record Columns(List<Column> columns) {

    private static final String ID = "_id";
    private static final FieldSpec TEXT = FieldSpec.of(FieldType.STRING);

    static Columns of(MappingSpec spec) {
        return new Columns(
                spec.allColumns().stream().map(name -> column(spec, name)).toList());
    }

    private static Column column(MappingSpec spec, String name) {
        FieldSpec listed = spec.fields().get(name);
        boolean kept = listed != null
                || (spec.unlisted() != Unlisted.DROP && !spec.leftOut().contains(name));
        return new Column(name, listed == null ? TEXT : listed, kept);
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

    /** Adds the kept columns to the tree, without {@code _id}. */
    void collectConflicts(FieldTree tree, List<Integer> order, List<String> problems) {
        for (int index : order) {
            Column column = columns.get(index);
            boolean standsInTree = column.kept && !column.isId() && PathRules.problem(column.path()) == null;
            String conflict = standsInTree ? tree.add(column.path(), index) : null;
            if (conflict != null) {
                problems.add(conflict);
            }
        }
    }

    /**
     * One column of the file.
     *
     * @param kept whether it has a field in the document
     */
    private record Column(String name, FieldSpec field, boolean kept) {

        private FieldPath path() {
            return field.pathOf(name);
        }

        /** Returns whether the column goes to {@code _id}, and so to no other field. */
        private boolean isId() {
            return kept && path().elements().equals(List.of(ID));
        }

        private boolean isWithinId() {
            return kept
                    && path().elements().size() > 1
                    && path().elements().get(0).equals(ID);
        }

        private String label() {
            return Columns.label(name);
        }
    }

    private static String label(String column) {
        return "column \"" + Printable.excerpt(column) + '"';
    }

    /**
     * The columns that make {@code _id}: those that the job file names for it, or else the one that goes there.
     *
     * @param indexes in their order within the id
     * @param problems contradictions about the id
     */
    record IdColumns(List<Integer> indexes, List<String> problems) {

        static IdColumns of(MappingSpec spec, Columns columns) {
            List<Column> toId = columns.columns.stream().filter(Column::isId).toList();
            List<String> names =
                    spec.idColumns().isEmpty() ? toId.stream().map(Column::name).toList() : spec.idColumns();
            List<String> problems = new ArrayList<>();
            collectContradictions(spec.idColumns(), toId, problems);
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

        private static void collectContradictions(List<String> id, List<Column> toId, List<String> problems) {
            IntStream.range(1, toId.size())
                    .mapToObj(index -> toId.get(index).label() + " goes to _id, and so does "
                            + toId.get(0).label() + ": list both under the id to make a compound one")
                    .forEach(problems::add);
            String made =
                    id.stream().map(name -> '"' + Printable.excerpt(name) + '"').collect(Collectors.joining(", "));
            toId.stream()
                    .filter(column -> !id.isEmpty() && !id.equals(List.of(column.name)))
                    .map(column -> column.label() + " goes to _id, but the id is made of " + made
                            + ": give the column another place with to")
                    .forEach(problems::add);
        }

        private static void collectNested(Columns columns, List<String> problems) {
            columns.columns.stream()
                    .filter(Column::isWithinId)
                    .map(column -> column.label() + " goes to \""
                            + Printable.excerpt(column.path().toString())
                            + "\", within _id: an id of several columns is made by listing them under the id")
                    .forEach(problems::add);
        }

        /** Checks the names of columns that are names of fields within a compound id. */
        private static void collectNames(List<String> names, List<String> problems) {
            for (String name : names) {
                String problem = PathRules.problem(name);
                if (problem != null) {
                    problems.add(label(name) + " of the id " + problem);
                }
            }
        }
    }
}
