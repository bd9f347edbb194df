package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.layout.Columns.IdColumns;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.MappingSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Where each column of a file stands in the document.
 *
 * @param columns names of the file's columns, then of the constants that it has no column for
 * @param fields what each column is, by its index; of a dropped one it matters only if it is of the id
 * @param members the document's fields behind {@code _id}, in the order of their first columns
 * @param idColumns indexes of the columns that make {@code _id}; none: it is generated
 * @param idNames their names within a compound one
 */
public record Layout(
        List<String> columns,
        List<FieldSpec> fields,
        List<FieldNode> members,
        List<Integer> idColumns,
        List<String> idNames) {

    public Layout {
        columns = List.copyOf(columns);
        fields = List.copyOf(fields);
        members = List.copyOf(members);
        idColumns = List.copyOf(idColumns);
        idNames = List.copyOf(idNames);
    }

    /**
     * The layout of a file with its header.
     *
     * @throws MappingException with every problem that the header and the fields have
     */
    public static Layout of(MappingSpec spec) {
        return of(spec, Arrangement.ofFile(spec.allColumns().size()));
    }

    /** The layout of a file whose columns take their places in another order, and may have other names in the id. */
    public static Layout of(MappingSpec spec, Arrangement arrangement) {
        List<String> problems = new ArrayList<>(new HeaderRules(spec).problems());
        Columns columns = Columns.of(spec);
        columns.collectTypeProblems(problems);
        columns.collectPathProblems(problems);
        IdColumns id = IdColumns.of(spec, columns);
        problems.addAll(id.problems());
        FieldTree tree = new FieldTree(columns.names());
        columns.collectConflicts(tree, arrangement.order(), problems);
        if (!problems.isEmpty()) {
            throw new MappingException(problems);
        }
        return new Layout(
                columns.names(),
                columns.fields(),
                tree.nodes(),
                id.indexes(),
                idNames(columns.names(), id.indexes(), arrangement));
    }

    /** Paths of the documents in the document that have columns of their own, dots between nested names. */
    public Set<String> nestedPaths() {
        Set<String> paths = new HashSet<>();
        members.forEach(node -> collectNested("", node, paths));
        return paths;
    }

    private static void collectNested(String parents, FieldNode node, Set<String> paths) {
        if (node instanceof FieldNode.Nested nested) {
            String path = parents + nested.name();
            paths.add(path);
            nested.members().forEach(member -> collectNested(path + ".", member, paths));
        }
    }

    private static List<String> idNames(List<String> names, List<Integer> columns, Arrangement arrangement) {
        return columns.stream()
                .map(column -> arrangement.idNames().getOrDefault(column, names.get(column)))
                .toList();
    }

    /**
     * How columns stand in the document otherwise than in their file.
     *
     * @param order indexes of all columns, in the order in which they take their places
     * @param idNames names within a compound id, by the index of the column; a column that has none has its own
     */
    public record Arrangement(List<Integer> order, Map<Integer, String> idNames) {

        public Arrangement {
            order = List.copyOf(order);
            idNames = Map.copyOf(idNames);
        }

        /** As in the file. */
        static Arrangement ofFile(int columns) {
            return new Arrangement(IntStream.range(0, columns).boxed().toList(), Map.of());
        }
    }

    /** A field of the document: of one column, or a nested document of several. */
    public sealed interface FieldNode {

        FieldName name();

        /**
         * The value of one column.
         *
         * @param column index of the column, from 0
         */
        record Leaf(FieldName name, int column) implements FieldNode {}

        /**
         * A document of its own.
         *
         * @param members in the order of their first columns; at least one
         */
        record Nested(FieldName name, List<FieldNode> members) implements FieldNode {

            public Nested {
                members = List.copyOf(members);
            }
        }
    }
}
