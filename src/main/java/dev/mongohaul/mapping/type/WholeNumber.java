package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.type.ValueSink.FieldName;

/**
 * Scanner of a whole number: an optional sign, then ASCII digits, from -2^63 to 2^63-1. Leading zeros are allowed.
 */
final class WholeNumber {

    private static final long LOWEST_TENTH = Long.MIN_VALUE / 10;

    /** The most digits that always fit into a long. */
    private static final int SHORT_DIGITS = 18;

    private long value;

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

    private boolean isInt32() {
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

    /** A whole number of 32 or 64 bits. */
    static final class IntegerType implements CellType {

        private final WholeNumber number = new WholeNumber();
        private final boolean int32;

        IntegerType(boolean int32) {
            this.int32 = int32;
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            if (!number.scan(bytes, from, to) || (int32 && !number.isInt32())) {
                return false;
            }
            if (int32) {
                sink.putInt32(name, (int) number.value);
            } else {
                sink.putInt64(name, number.value);
            }
            return true;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return int32
                    ? "is not an int32: a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE
                    : "is not an int64: a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
        }
    }

    /** A date as a whole number of seconds or milliseconds since 1970-01-01T00:00Z. */
    static final class EpochType implements CellType {

        private final WholeNumber number = new WholeNumber();
        private final String unit;
        private final long millisPerUnit;
        private final long highest;

        EpochType(String unit, long millisPerUnit) {
            this.unit = unit;
            this.millisPerUnit = millisPerUnit;
            this.highest = Long.MAX_VALUE / millisPerUnit;
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            if (!number.scan(bytes, from, to) || number.value > highest || number.value < -highest) {
                return false;
            }
            sink.putDateTime(name, number.value * millisPerUnit);
            return true;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return "is not a date: a whole number of " + unit + " since 1970, from " + -highest + " to " + highest;
        }
    }
}
