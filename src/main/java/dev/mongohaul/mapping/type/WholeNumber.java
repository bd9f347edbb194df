package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/**
 * Scanner of a whole number: an optional sign, then ASCII digits, from -2^63 to 2^63-1. Leading zeros are allowed.
 */
final class WholeNumber {

    private static final long LOWEST_TENTH = Long.MIN_VALUE / 10;

    /** The most digits that always fit into a long. */
    private static final int SHORT_DIGITS = 18;

    long value;

    /** Reads {@code [from, to)} into {@link #value}. Returns false if it is no such number. */
    boolean scan(byte[] bytes, int from, int to) {
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

    /** Scans the digits as a negative number, because -2^63 has no positive counterpart. */
    private boolean scanNegated(byte[] bytes, int from, int to) {
        long negated = 0;
        int at = from;
        for (int end = Math.min(to, from + SHORT_DIGITS); at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            negated = negated * 10 - digit;
        }
        for (; at < to; at++) {
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

    boolean isInt32() {
        return value == (int) value;
    }

    /** Writes the value as an int32 if it fits, else as an int64. */
    void putSmallest(FieldName name, ValueSink sink) {
        if (isInt32()) {
            sink.putInt32(name, (int) value);
        } else {
            sink.putInt64(name, value);
        }
    }
}
