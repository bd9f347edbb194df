package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;

/** Sees the records of a sample in their order. */
@FunctionalInterface
public interface ItemVisitor {

    /**
     * Called for each record.
     *
     * @param first whether it is the first of its input, so that it may be the header
     */
    void visit(CsvItem item, boolean first);
}
