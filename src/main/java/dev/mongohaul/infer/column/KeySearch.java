package dev.mongohaul.infer.column;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import java.util.List;

/** Test of keys on record after record; when there are too many values, the least likely key is dropped. */
public final class KeySearch implements ItemVisitor {

    /** Values held at once: at most 64 MiB of hashes, because a set that grew last uses a third of its memory. */
    public static final int MOST_VALUES = 2_900_000;

    private final List<KeyColumn> columns;
    private final List<KeyTrial> trials;
    private final boolean header;
    private final int mostValues;
    private long held;
    private long records;
    private boolean full;

    /** @param header whether the first record of an input is a header */
    public KeySearch(List<KeyColumn> columns, List<KeyTrial> trials, boolean header, int mostValues) {
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
            dropLast();
        }
    }

    private void dropLast() {
        List<KeyTrial> left = trials.stream().filter(trial -> !trial.over).toList();
        if (left.size() > 1) {
            held += left.get(left.size() - 1).drop();
        } else {
            full = true;
        }
    }

    /** Returns the number of records read: those of the sample, or the first. */
    public long records() {
        return records;
    }

    public boolean isFull() {
        return full;
    }
}
