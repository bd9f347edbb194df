package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import java.util.List;

/** Tries keys on record after record; where there are too many values, the least likely key is given up. */
final class KeySearch implements ItemVisitor {

    /** Values held at once: 64 MiB of hashes. */
    static final int MOST_VALUES = 5_000_000;

    private final List<KeyColumn> columns;
    private final List<KeyTrial> trials;
    private final boolean header;
    private final int mostValues;
    private long held;
    private long records;
    private boolean full;

    /** @param header whether the first record of an input is none */
    KeySearch(List<KeyColumn> columns, List<KeyTrial> trials, boolean header, int mostValues) {
        this.columns = columns;
        this.trials = trials;
        this.header = header;
        this.mostValues = mostValues;
    }

    @Override
    public void visit(CsvItem item, boolean first) {
        if (full || (first && header) || !(item instanceof CsvRecord record)) {
            return;
        }
        records++;
        for (KeyColumn column : columns) {
            column.read(record);
        }
        for (KeyTrial trial : trials) {
            held += trial.add();
        }
        if (held > mostValues) {
            giveLastUp();
        }
    }

    private void giveLastUp() {
        int left = 0;
        KeyTrial last = trials.get(0);
        for (KeyTrial trial : trials) {
            if (!trial.isOver()) {
                left++;
                last = trial;
            }
        }
        if (left > 1) {
            held += last.giveUp();
        } else {
            full = true;
        }
    }

    /** How many records the keys were tried on: those of the sample, or the first. */
    long records() {
        return records;
    }

    boolean isFull() {
        return full;
    }
}
