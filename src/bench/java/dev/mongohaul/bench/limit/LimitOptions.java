package dev.mongohaul.bench.limit;

import dev.mongohaul.bench.limit.PreparedStatements.Before;
import java.util.List;

/**
 * Options of a comparison.
 *
 * @param connections of the server's limit
 * @param chunkSizes of the server's limit: documents in a message
 * @param gridSizes of imports
 * @param writers of imports
 * @param changed percentage of the documents before that differ from those that the job writes
 * @param added percentage of the upserted documents that do not exist before
 */
record LimitOptions(
        int runs,
        List<Integer> connections,
        List<Integer> chunkSizes,
        List<Integer> gridSizes,
        List<String> writers,
        double changed,
        double added,
        boolean stock) {

    Before before() {
        return new Before(changed, added);
    }
}
