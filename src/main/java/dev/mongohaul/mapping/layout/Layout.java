package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.TypeNotBuiltException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where each column of a file stands in the document.
 *
 * @param fields what each column is, by its index; of a dropped one it matters only if it is of the id
 * @param members the document's fields behind {@code _id}, in the order of their first columns
 * @param idColumns indexes of the columns that make {@code _id}; none: it is generated
 */
public record Layout(List<FieldSpec> fields, List<FieldNode> members, List<Integer> idColumns) {

    public Layout {
        fields = List.copyOf(fields);
        members = List.copyOf(members);
        idColumns = List.copyOf(idColumns);
    }

    /**
     * The layout of a file with its header.
     *
     * @throws MappingException with every problem that the header and the fields have
     * @throws TypeNotBuiltException where the only problems are types that this version knows by name only
     */
    public static Layout of(MappingSpec spec) {
        List<String> problems = new ArrayList<>(new HeaderRules(spec).problems());
        List<String> notBuilt = new ArrayList<>();
        Columns columns = Columns.of(spec);
        columns.collectTypeProblems(problems, notBuilt);
        columns.collectPathProblems(problems);
        IdColumns id = IdColumns.of(spec, columns);
        problems.addAll(id.problems());
        FieldTree tree = new FieldTree(spec.columns());
        columns.collectConflicts(tree, problems);
        if (!problems.isEmpty()) {
            problems.addAll(notBuilt);
            throw new MappingException(problems);
        }
        if (!notBuilt.isEmpty()) {
            throw new TypeNotBuiltException(notBuilt);
        }
        return new Layout(columns.fields(), tree.nodes(), id.indexes());
    }
}
