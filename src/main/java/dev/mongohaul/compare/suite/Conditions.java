package dev.mongohaul.compare.suite;

import dev.mongohaul.text.Rules;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Conditions of a case, which no job file has.
 *
 * @param rows of the input; null: all, of a job of the user
 * @param documentSize average bytes of BSON; null: as the sample products are
 * @param latency added to each round trip
 * @param hosts that the documents are spread over, partition k to host k mod n
 * @param sequence null: all records have one operation
 * @param shard null: not sharded
 * @param heap of a JVM for the case alone; null: it runs in this one
 */
record Conditions(
        @Nullable Integer rows,
        @Nullable Integer documentSize,
        Duration latency,
        int hosts,
        @Nullable CaseSequence sequence,
        @Nullable ShardKeyCase shard,
        @Nullable String heap) {

    private static final String HEAP = "[1-9][0-9]{0,4}[mg]";
    private static final int SMALLEST_DOCUMENT = 300;
    private static final Duration LONGEST = Duration.ofSeconds(2);

    Conditions {
        new Rules()
                .require(rows == null || rows >= 1, rows + " is not a count: a whole number of at least 1", "rows")
                .count(hosts, 1, "hosts")
                .require(
                        documentSize == null || documentSize >= SMALLEST_DOCUMENT,
                        documentSize + " bytes are too few for a product: at least " + SMALLEST_DOCUMENT,
                        "document-size")
                .require(
                        latency.compareTo(LONGEST) <= 0,
                        latency.toMillis() + "ms is too long to be waited for: at most " + LONGEST.toMillis() + "ms",
                        "latency")
                .require(
                        hosts == 1 || (heap == null && shard == null),
                        "several hosts go with neither shard nor heap: a cluster spreads documents itself, and a"
                                + " process of the cell's own knows one server",
                        "hosts")
                .require(heap == null || heap.matches(HEAP), heap + " is not a heap: such as 512m or 2g is", "heap")
                .enforce();
    }

    /** Returns the conditions with at most this number of rows. */
    Conditions cutTo(int most) {
        return rows != null && rows <= most
                ? this
                : new Conditions(most, documentSize, latency, hosts, sequence, shard, heap);
    }
}
