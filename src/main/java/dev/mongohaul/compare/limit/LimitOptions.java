package dev.mongohaul.compare.limit;

import java.util.List;

/**
 * What is measured.
 *
 * @param runs how often each is, at least once
 * @param connections of the server's limit, one or more counts
 * @param chunkSizes of the server's limit, documents in a message
 * @param gridSizes of imports
 * @param writers of imports
 * @param stock whether the stock step is measured too
 */
public record LimitOptions(
        int runs,
        List<Integer> connections,
        List<Integer> chunkSizes,
        List<Integer> gridSizes,
        List<String> writers,
        boolean stock) {

    public LimitOptions {
        connections = List.copyOf(connections);
        chunkSizes = List.copyOf(chunkSizes);
        gridSizes = List.copyOf(gridSizes);
        writers = List.copyOf(writers);
    }
}
