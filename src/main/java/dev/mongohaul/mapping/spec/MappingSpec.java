package dev.mongohaul.mapping.spec;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Mapping of the columns of one file to fields.
 *
 * @param columns the header's names in the file's order
 * @param fields the fields by their columns; their order has no meaning
 * @param nulls cells equal to one of these are blank
 * @param leftOut columns that never become fields, because they have another meaning
 * @param idColumns the columns that make {@code _id}; none if it is generated, or if a field goes to {@code _id}
 */
public record MappingSpec(
        List<String> columns,
        Map<String, FieldSpec> fields,
        Unlisted unlisted,
        Blanks blanks,
        Set<String> nulls,
        Set<String> leftOut,
        List<String> idColumns) {

    /** Blank cells if a job file names none. */
    public static final Set<String> DEFAULT_NULLS = Set.of("");

    public MappingSpec {
        columns = List.copyOf(columns);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        nulls = Set.copyOf(nulls);
        leftOut = Set.copyOf(leftOut);
        idColumns = List.copyOf(idColumns);
        if (columns.isEmpty()) {
            throw new MappingException("the file has no columns");
        }
        refuseRepetition("the header", columns);
        refuseRepetition("the id", idColumns);
    }

    /** Returns the file's columns, then the fields without a column of their name, sorted by name. */
    public List<String> allColumns() {
        Stream<String> others = fields.entrySet().stream()
                .filter(field -> !field.getValue().needsColumn() && !columns.contains(field.getKey()))
                .map(Map.Entry::getKey)
                .sorted();
        return Stream.concat(columns.stream(), others).toList();
    }

    private static void refuseRepetition(String where, List<String> names) {
        Set<String> seen = new HashSet<>();
        List<String> problems = names.stream()
                .filter(name -> !seen.add(name))
                .distinct()
                .map(name -> "column \"" + name + "\" occurs more than once in " + where)
                .toList();
        if (!problems.isEmpty()) {
            throw new MappingException(problems);
        }
    }
}
