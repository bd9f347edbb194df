package dev.mongohaul.infer.column;

/** Set of longs without an object for each: open addressing, at most 70 percent full. */
public final class LongSet {

    private static final int FIRST_LENGTH = 64;
    private static final double FULL = 0.7;

    private long[] table = new long[FIRST_LENGTH];
    private boolean holdsZero;
    private int size;

    /** Adds the value; returns false where the set has it already. */
    public boolean add(long value) {
        if (value == 0) {
            boolean added = !holdsZero;
            holdsZero = true;
            size += added ? 1 : 0;
            return added;
        }
        if (!place(table, value)) {
            return false;
        }
        size++;
        if (size > table.length * FULL) {
            grow();
        }
        return true;
    }

    /** Stores the value; the low bits of a hash are its index. */
    private static boolean place(long[] table, long value) {
        int at = (int) value & (table.length - 1);
        while (table[at] != 0) {
            if (table[at] == value) {
                return false;
            }
            at = (at + 1) & (table.length - 1);
        }
        table[at] = value;
        return true;
    }

    public boolean contains(long value) {
        int at = (int) value & (table.length - 1);
        while (table[at] != 0 && table[at] != value) {
            at = (at + 1) & (table.length - 1);
        }
        return value == 0 ? holdsZero : table[at] == value;
    }

    private void grow() {
        long[] larger = new long[2 * table.length];
        for (long value : table) {
            if (value != 0) {
                place(larger, value);
            }
        }
        table = larger;
    }

    int size() {
        return size;
    }
}
