package dev.mongohaul.infer;

import java.util.List;

/** Columns that may be a key, as long as no two records have the same values in them. */
final class KeyTrial {

    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final List<KeyColumn> columns;
    private final boolean counts;
    private LongSet values = new LongSet();
    private long repeated;
    private boolean over;

    /** @param counts whether to go on after the first repetition, to tell how many there are */
    KeyTrial(List<KeyColumn> columns, boolean counts) {
        this.columns = List.copyOf(columns);
        this.counts = counts;
    }

    List<KeyColumn> columns() {
        return columns;
    }

    /** Takes the record of which the columns have read their values; tells how many values more are held. */
    int add() {
        if (over) {
            return 0;
        }
        int before = values.size();
        long hash = 0;
        for (KeyColumn column : columns) {
            if (column.isBlank()) {
                return giveUp();
            }
            hash = Long.rotateLeft(hash * PRIME, 29) ^ column.hash();
        }
        if (!values.add(hash)) {
            repeated++;
            return counts ? 0 : giveUp();
        }
        return values.size() - before;
    }

    /** Forgets what it holds. */
    int giveUp() {
        int held = values.size();
        over = true;
        values = new LongSet();
        return -held;
    }

    boolean isOver() {
        return over;
    }

    boolean isUnique() {
        return !over && repeated == 0;
    }

    /** Records whose values others before had. */
    long repeated() {
        return repeated;
    }

    int distinct() {
        return values.size();
    }
}
