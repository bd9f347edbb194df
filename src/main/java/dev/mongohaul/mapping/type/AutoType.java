package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/**
 * An int32, int64 or double if the number can be written back as the same text, else the text.
 *
 * <p>With any notation, every number in plain or scientific notation is one, unless it is too large for a double: zeros and signs
 * are lost, as by mongoimport ({@code 007} is 7, and {@code 12.50} is 12.5). Otherwise, such whole numbers have no plus sign and no
 * leading zero. Such doubles are in plain notation, with digits on both sides of the dot and no more of them than identify the
 * double. So {@code 007}, {@code -0}, {@code +1555}, {@code 1.},
 * {@code .5}, {@code 12.50}, {@code 0E9} and {@code NaN} stay text, and {@code 5.0} is a double.
 */
final class AutoType implements CellType {

    /** No double needs more, apart from zeros at the end. */
    private static final int HIGHEST_DIGITS = 17;

    private final boolean anyNotation;
    private final WholeNumber whole = new WholeNumber();
    private final DecimalNumber fraction = new DecimalNumber(false);

    AutoType(boolean anyNotation) {
        this.anyNotation = anyNotation;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (anyNotation) {
            putNumber(bytes, from, to, name, sink);
        } else if (!mayBeNumber(bytes, from, to)) {
            sink.putString(name, bytes, from, to);
        } else if (whole.scan(bytes, from, to)) {
            whole.putSmallest(name, sink);
        } else if (isDouble(bytes, from, to)) {
            sink.putDouble(name, fraction.toDouble(bytes, from, to));
        } else {
            sink.putString(name, bytes, from, to);
        }
        return true;
    }

    private void putNumber(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (whole.scan(bytes, from, to)) {
            whole.putSmallest(name, sink);
        } else if (fraction.scan(bytes, from, to) && Double.isFinite(fraction.toDouble(bytes, from, to))) {
            sink.putDouble(name, fraction.toDouble(bytes, from, to));
        } else {
            sink.putString(name, bytes, from, to);
        }
    }

    /** Returns false for most texts after one or two bytes: no digit, a plus sign, a leading zero. */
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
        return fraction.isShortestOf(fraction.toDouble(bytes, from, to), bytes, from, to);
    }
}
