package dev.mongohaul.infer.column;

import java.util.List;

/** Columns that may be a key, as long as no two records have the same values. */
public final class KeyTrial {

    private final List<KeyColumn> columns;
    private final boolean counts;
    private LongSet values = new LongSet();
    private long repeated;
    boolean over;

    /** @param counts whether to count all repetitions, and not to stop at the first */
    public KeyTrial(List<KeyColumn> columns, boolean counts) {
        this.columns = List.copyOf(columns);
        this.counts = counts;
    }

    public List<KeyColumn> columns() {
        return columns;
    }

    /** Adds the record that the columns have read, and returns by how much the number of held values changes. */
    int add() {
        if (over) {
            return 0;
        }
        int before = values.size();
        long hash = 0;
        for (KeyColumn column : columns) {
            if (column.blank) {
                return drop();
            }
            hash = Long.rotateLeft(hash * ValueHash.PRIME, 29) ^ column.hash.hash;
        }
        if (!values.add(hash)) {
            repeated++;
            return counts ? 0 : drop();
        }
        return values.size() - before;
    }

    /** Drops the values. */
    int drop() {
        int held = values.size();
        over = true;
        values = new LongSet();
        return -held;
    }

    public boolean isOver() {
        return over;
    }

    public boolean isUnique() {
        return !over && repeated == 0;
    }

    /** Returns the number of records whose values came before. */
    public long repeated() {
        return repeated;
    }

    public int distinct() {
        return values.size();
    }
}
