package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/** A number without leading zeros and plus sign: {@code 007} and {@code +49} may be identifiers, which a number would change. */
final class UnpaddedNumber implements CellType {

    /** The first byte of the minus sign U+2212, which a locale may have. */
    private static final byte MINUS = (byte) 0xE2;

    private static final int MINUS_LENGTH = 3;

    private final CellType type;

    UnpaddedNumber(CellType type) {
        this.type = type;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        return !isPadded(bytes, from, to) && type.put(bytes, from, to, name, sink);
    }

    private static boolean isPadded(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == '-' || bytes[at] == '(' || bytes[at] == ' ')) {
            at++;
        }
        if (at < to && bytes[at] == MINUS) {
            at += MINUS_LENGTH;
        }
        return at < to && (bytes[at] == '+' || (bytes[at] == '0' && at + 1 < to && isDigit(bytes[at + 1])));
    }

    private static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return isPadded(bytes, from, to)
                ? "has leading zeros or a plus sign, which a number loses: type string keeps them, and leading-zeros: allow"
                        + " takes the number"
                : type.refusal(bytes, from, to);
    }
}
