package dev.mongohaul.mapping.layout;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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
