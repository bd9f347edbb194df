package dev.mongohaul.mapping.type;

/**
 * Reads a whole number from bytes: a sign or none, then ASCII digits, from -2^63 to 2^63-1.
 *
 * <p>Leading zeros are digits like others.
 */
public final class WholeNumber {

    private static final long LOWEST_TENTH = Long.MIN_VALUE / 10;

    private long value;

    /** False where {@code [from, to)} is no such number; {@link #value} then means nothing. */
    public boolean scan(byte[] bytes, int from, int to) {
        boolean signed = from < to && (bytes[from] == '-' || bytes[from] == '+');
        int digits = signed ? from + 1 : from;
        if (digits == to || !scanNegated(bytes, digits, to)) {
            return false;
        }
        if (signed && bytes[from] == '-') {
            return true;
        }
        value = -value;
        return value >= 0;
    }

    /** Below zero there is one number more than above: only there every number fits. */
    private boolean scanNegated(byte[] bytes, int from, int to) {
        long negated = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9 || negated < LOWEST_TENTH) {
                return false;
            }
            negated = negated * 10 - digit;
            if (negated > 0) {
                return false;
            }
        }
        value = negated;
        return true;
    }

    public long value() {
        return value;
    }

    /** Puts the value as an int32 where it is one, else as an int64. */
    void putSmallest(FieldName name, ValueSink sink) {
        if (value == (int) value) {
            sink.putInt32(name, (int) value);
        } else {
            sink.putInt64(name, value);
        }
    }
}
