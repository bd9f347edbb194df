package dev.mongohaul.infer.column;

import dev.mongohaul.csv.CsvItem;

/** Receiver of the records of a sample in their order. */
@FunctionalInterface
public interface ItemVisitor {

    /**
     * Called for each record.
     *
     * @param first whether it is the first of its input, which may be the header
     */
    void visit(CsvItem item, boolean first);
}
