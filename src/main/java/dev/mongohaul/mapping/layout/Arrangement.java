package dev.mongohaul.mapping.layout;

import java.util.List;
import java.util.Map;

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
}
