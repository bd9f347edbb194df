package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.CellType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What a class adds to the types of its columns, by their indexes.
 *
 * @param everywhere for the column wherever it stands: only these refuse cells
 * @param asId for the column where it makes {@code _id}
 */
public record CellRules(Map<Integer, UnaryOperator<CellType>> everywhere, Map<Integer, UnaryOperator<CellType>> asId) {

    public static final CellRules NONE = new CellRules(Map.of(), Map.of());

    public CellRules {
        everywhere = Map.copyOf(everywhere);
        asId = Map.copyOf(asId);
    }

    /** The types of all columns with their rules. */
    public List<CellType> ofColumns(List<CellType> types) {
        return with(everywhere, types);
    }

    /** The types {@link #ofColumns} as they make {@code _id}. */
    public List<CellType> ofIds(List<CellType> types) {
        return with(asId, types);
    }

    private static List<CellType> with(Map<Integer, UnaryOperator<CellType>> rules, List<CellType> types) {
        List<CellType> ruled = new ArrayList<>();
        for (int column = 0; column < types.size(); column++) {
            ruled.add(rules.getOrDefault(column, UnaryOperator.identity()).apply(types.get(column)));
        }
        return ruled;
    }
}
