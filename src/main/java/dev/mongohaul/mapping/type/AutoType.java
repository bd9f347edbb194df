package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.type.DecimalNumber.NearestDouble;

/**
 * An int32, int64 or double where the very text can be made again from the number, else the text: every cell is one.
 *
 * <p>Whole numbers have no plus sign and no leading zero. Doubles are plain notation with digits on both sides of a dot,
 * as few as tell the double from all others, and of {@code 5.0} the zero. So {@code 007}, {@code -0}, {@code +1555},
 * {@code 1.}, {@code .5}, {@code 12.50}, {@code 0E9} and {@code NaN} stay text.
 */
public final class AutoType implements CellType {

    /** No double needs more, zeros at the end apart. */
    private static final int HIGHEST_DIGITS = 17;

    private final WholeNumber whole = new WholeNumber();
    private final DecimalNumber fraction = new DecimalNumber(false);

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!mayBeNumber(bytes, from, to)) {
            sink.putString(name, bytes, from, to);
        } else if (whole.scan(bytes, from, to)) {
            whole.putSmallest(name, sink);
        } else if (isDouble(bytes, from, to)) {
            sink.putDouble(name, NearestDouble.of(fraction, bytes, from, to));
        } else {
            sink.putString(name, bytes, from, to);
        }
        return true;
    }

    /** Most texts are told from their first byte; so is what numbers lose, but for zeros at the end. */
    private static boolean mayBeNumber(byte[] bytes, int from, int to) {
        int first = from < to && bytes[from] == '-' ? from + 1 : from;
        if (first == to || bytes[first] < '0' || bytes[first] > '9') {
            return false;
        }
        boolean alone = first + 1 == to;
        return bytes[first] != '0' || (alone ? first == from : bytes[first + 1] == '.');
    }

    private boolean isDouble(byte[] bytes, int from, int to) {
        if (!fraction.scan(bytes, from, to) || !fraction.isPlainFraction(to - from)) {
            return false;
        }
        boolean zeroAtEnd = bytes[to - 1] == '0';
        if (zeroAtEnd ? bytes[to - 2] != '.' : fraction.significantDigits() > HIGHEST_DIGITS) {
            return false;
        }
        return NearestDouble.givesBack(fraction, NearestDouble.of(fraction, bytes, from, to), bytes, from, to);
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        throw new IllegalStateException("every cell is a number or a text");
    }
}
