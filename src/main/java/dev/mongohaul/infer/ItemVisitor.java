package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;

/** Receiver of the records of a sample in their order. */
@FunctionalInterface
interface ItemVisitor {

    /**
     * Called for each record.
     *
     * @param first whether it is the first of its input, which may be the header
     */
    void visit(CsvItem item, boolean first);
}
