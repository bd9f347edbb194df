package dev.mongohaul.mapping.type;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the records of one file become, its header being known.
 *
 * @param columns the header's names in the file's order
 * @param fields what becomes of a column, by its name; their order is of no meaning
 * @param unlisted what becomes of the other columns
 * @param blanks what a blank cell becomes
 * @param nulls cells equal to one of these are blank
 * @param leftOut columns that never become fields, because they have another meaning
 * @param idColumns the columns that make {@code _id}; none: it is generated, or a field goes to {@code _id}
 */
public record MappingSpec(
        List<String> columns,
        Map<String, FieldSpec> fields,
        Unlisted unlisted,
        Blanks blanks,
        Set<String> nulls,
        Set<String> leftOut,
        List<String> idColumns) {

    /** The cells that are blank where a job file names none: the empty ones. */
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

    /** As the other, of a file whose columns are all for fields. */
    public MappingSpec(
            List<String> columns,
            Map<String, FieldSpec> fields,
            Unlisted unlisted,
            Blanks blanks,
            Set<String> nulls,
            List<String> idColumns) {
        this(columns, fields, unlisted, blanks, nulls, Set.of(), idColumns);
    }

    /**
     * The file's columns, then the constants that it has no column for, by name: their order in the job file has no
     * meaning.
     */
    public List<String> allColumns() {
        Stream<String> constants = fields.keySet().stream()
                .filter(name -> isConstant(name) && !columns.contains(name))
                .sorted();
        return Stream.concat(columns.stream(), constants).toList();
    }

    /** Whether the column needs not be there: no cell has a say in a constant. */
    public boolean isConstant(String column) {
        FieldSpec field = fields.get(column);
        return field != null && field.type() == FieldType.CONSTANT;
    }

    private static void refuseRepetition(String where, List<String> names) {
        Set<String> seen = new HashSet<>();
        List<String> repeated =
                names.stream().filter(name -> !seen.add(name)).distinct().toList();
        if (!repeated.isEmpty()) {
            throw new MappingException(repeated.stream()
                    .map(name -> "column \"" + name + "\" occurs more than once in " + where)
                    .toList());
        }
    }
}
