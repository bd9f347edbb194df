package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.type.Excerpt;
import dev.mongohaul.mapping.type.MappingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

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
                                spec.idColumns().stream().map(Excerpt::quoted).toList())
                        + ": give the column another place with to")
                .forEach(problems::add);
    }

    private static void collectNested(Columns columns, List<String> problems) {
        columns.columns().stream()
                .filter(Columns.Column::kept)
                .filter(column -> column.path().elements().size() > 1
                        && column.path().elements().get(0).equals(ID))
                .map(column -> column.label() + " goes to "
                        + Excerpt.quoted(column.path().toString())
                        + ", within _id: an id of several columns is made by listing them under the id")
                .forEach(problems::add);
    }

    /** A compound id has fields of the columns' own names. */
    private static void collectNames(List<String> names, List<String> problems) {
        names.stream()
                .map(name -> {
                    String problem = PathRules.problem(name);
                    return problem == null ? null : "column " + Excerpt.quoted(name) + " of the id " + problem;
                })
                .filter(Objects::nonNull)
                .forEach(problems::add);
    }
}
