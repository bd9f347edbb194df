package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.CellType;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The restrictions that a class adds to the types of its columns, by column index.
 *
 * @param everywhere for all fields of the column: only these refuse cells
 * @param asId for the column within {@code _id} only
 */
public record CellRules(Map<Integer, UnaryOperator<CellType>> everywhere, Map<Integer, UnaryOperator<CellType>> asId) {

    public static final CellRules NONE = new CellRules(Map.of(), Map.of());

    public CellRules {
        everywhere = Map.copyOf(everywhere);
        asId = Map.copyOf(asId);
    }

    /** Returns the types of all columns with their restrictions. */
    public List<CellType> ofColumns(List<CellType> types) {
        return with(everywhere, types);
    }

    /** Returns the types of {@link #ofColumns} with their restrictions within {@code _id}. */
    public List<CellType> ofIds(List<CellType> types) {
        return with(asId, types);
    }

    private static List<CellType> with(Map<Integer, UnaryOperator<CellType>> rules, List<CellType> types) {
        return IntStream.range(0, types.size())
                .mapToObj(column ->
                        rules.getOrDefault(column, UnaryOperator.identity()).apply(types.get(column)))
                .toList();
    }
}
