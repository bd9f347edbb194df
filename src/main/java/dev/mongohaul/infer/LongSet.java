package dev.mongohaul.infer;

/** A set of longs without an object for each: open addressing, at most 70 percent full. */
public final class LongSet {

    private static final int FIRST_SLOTS = 1024;
    private static final double FULL = 0.7;

    private long[] slots = new long[FIRST_SLOTS];
    private boolean holdsZero;
    private int size;

    /** False where it is there already. */
    public boolean add(long value) {
        if (value == 0) {
            boolean added = !holdsZero;
            holdsZero = true;
            size += added ? 1 : 0;
            return added;
        }
        if (!place(slots, value)) {
            return false;
        }
        size++;
        if (size > slots.length * FULL) {
            grow();
        }
        return true;
    }

    /** The values are hashes: their low bits are as good as any. */
    private static boolean place(long[] slots, long value) {
        int at = (int) value & (slots.length - 1);
        while (slots[at] != 0) {
            if (slots[at] == value) {
                return false;
            }
            at = (at + 1) & (slots.length - 1);
        }
        slots[at] = value;
        return true;
    }

    private void grow() {
        long[] larger = new long[2 * slots.length];
        for (long value : slots) {
            if (value != 0) {
                place(larger, value);
            }
        }
        slots = larger;
    }

    int size() {
        return size;
    }
}
