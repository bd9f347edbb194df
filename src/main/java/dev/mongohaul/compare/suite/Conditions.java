package dev.mongohaul.compare.suite;

import dev.mongohaul.text.Rules;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a cell is measured under that no job file knows.
 *
 * @param rows null where a job of the user's names the input: all of it
 * @param documentSize bytes of BSON on average; null: as the sample products are
 * @param latency that is added to each round trip; zero: none
 * @param sequence null where all records have one operation
 * @param hosts that the documents are spread over, partition k to host k mod n
 * @param shard null: not at all
 * @param heap of a JVM of the cell's own; null: it runs in this one
 */
public record Conditions(
        @Nullable Integer rows,
        @Nullable Integer documentSize,
        Duration latency,
        int hosts,
        @Nullable Sequence sequence,
        @Nullable Shard shard,
        @Nullable String heap) {

    private static final String HEAP = "[1-9][0-9]{0,4}[mg]";

    private static final int SMALLEST_DOCUMENT = 300;
    private static final Duration LONGEST = Duration.ofSeconds(2);

    public Conditions {
        Rules rules = new Rules();
        if (rows != null) {
            rules.count(rows, 1, "rows");
        }
        rules.require(
                documentSize == null || documentSize >= SMALLEST_DOCUMENT,
                documentSize + " bytes are too few for a product: at least " + SMALLEST_DOCUMENT,
                "document-size");
        rules.require(
                latency.compareTo(LONGEST) <= 0,
                latency.toMillis() + "ms is too long to be waited for: at most " + LONGEST.toMillis() + "ms",
                "latency");
        rules.count(hosts, 1, "hosts");
        rules.require(
                hosts == 1 || (heap == null && shard == null),
                "several hosts go with neither shard nor heap: a cluster spreads documents itself, and a process of the"
                        + " cell's own knows one server",
                "hosts");
        rules.require(heap == null || heap.matches(HEAP), heap + " is not a heap: such as 512m or 2g is", "heap");
        rules.enforce();
    }

    /** The same for no more than so many rows. */
    Conditions cutTo(int most) {
        return rows != null && rows <= most
                ? this
                : new Conditions(most, documentSize, latency, hosts, sequence, shard, heap);
    }
}
