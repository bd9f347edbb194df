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
 * Places of a file's columns in the document.
 *
 * @param columns names of the file's columns, then of the constants without a column
 * @param fields the field of each column by its index; the field of a dropped column matters only within the id
 * @param members the document's fields after {@code _id}, in the order of their first columns
 * @param idColumns indexes of the columns that make {@code _id}; empty if it is generated
 * @param idNames names of these columns within a compound id
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
     * Returns the layout of a file with this header.
     *
     * @throws MappingException with all problems of the header and the fields
     */
    public static Layout of(MappingSpec spec) {
        return of(spec, Arrangement.ofFile(spec.allColumns().size()));
    }

    /** Returns the layout of a file whose columns are arranged for a class. */
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
        List<String> idNames = id.indexes().stream()
                .map(column -> arrangement
                        .idNames()
                        .getOrDefault(column, columns.names().get(column)))
                .toList();
        return new Layout(columns.names(), columns.fields(), tree.nodes(), id.indexes(), idNames);
    }

    /** Returns the dotted paths of the nested documents that columns make. */
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

    /**
     * Order and names of columns in the document if they differ from the file's.
     *
     * @param order indexes of all columns in the order of their fields
     * @param idNames names within a compound id by the index of the column; a column without an entry keeps its name
     */
    public record Arrangement(List<Integer> order, Map<Integer, String> idNames) {

        public Arrangement {
            order = List.copyOf(order);
            idNames = Map.copyOf(idNames);
        }

        private static Arrangement ofFile(int columns) {
            return new Arrangement(IntStream.range(0, columns).boxed().toList(), Map.of());
        }
    }

    /** A field of the document: the value of one column, or a nested document. */
    public sealed interface FieldNode {

        FieldName name();

        /** The value of the column with this index, from 0. */
        record Leaf(FieldName name, int column) implements FieldNode {}

        /** A nested document with at least one member, in the order of their first columns. */
        record Nested(FieldName name, List<FieldNode> members) implements FieldNode {

            public Nested {
                members = List.copyOf(members);
            }
        }
    }
}
