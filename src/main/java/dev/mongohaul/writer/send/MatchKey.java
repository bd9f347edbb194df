package dev.mongohaul.writer.send;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.springframework.util.DigestUtils;

/**
 * Key of a document, equal if the server's comparison is: numbers are equal regardless of their types. The equality of a
 * collation is not supported.
 *
 * @param value of Java types that implement {@code equals}
 */
public record MatchKey(Object value) {

    /** Digits in the high half of a Decimal128 of at most 34 digits. */
    private static final long DIGITS = (1L << 49) - 1;

    /** Digits of the largest 64-bit integer. */
    private static final int LONGEST_INTEGER = 19;

    /** Returns 64 bits of a digest, which differ for different keys except by chance. */
    public long fingerprint() {
        String text = value.getClass().getSimpleName() + value;
        return ByteBuffer.wrap(DigestUtils.md5Digest(text.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    static Object comparable(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case OBJECT_ID -> value.asObjectId().getValue();
            case INT32 -> (long) value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> number(value.asDouble().getValue());
            case DECIMAL128 -> number(value.asDecimal128().getValue());
            case DOCUMENT ->
                value.asDocument().entrySet().stream()
                        .map(field -> Map.entry(field.getKey(), comparable(field.getValue())))
                        .toList();
            case ARRAY -> value.asArray().stream().map(MatchKey::comparable).toList();
            default -> value;
        };
    }

    /** Rounds as the server does before it compares the number with a Decimal128. */
    private static Object number(double value) {
        return Double.isNaN(value) || Double.isInfinite(value)
                ? List.of(Double.toString(value))
                : number(new BigDecimal(value).round(MathContext.DECIMAL128));
    }

    private static Object number(Decimal128 decimal) {
        if (decimal.isNaN() || decimal.isInfinite()) {
            return List.of(decimal.toString());
        }
        return number(isZero(decimal) ? BigDecimal.ZERO : decimal.bigDecimalValue());
    }

    /** Returns a {@code Long} for each number that an integer can have. */
    private static Object number(BigDecimal decimal) {
        BigDecimal number = decimal.stripTrailingZeros();
        boolean whole = number.scale() <= 0 && number.precision() - number.scale() <= LONGEST_INTEGER;
        if (whole && number.toBigInteger().bitLength() < Long.SIZE) {
            return number.longValue();
        }
        return number;
    }

    /** Ignores the sign, because a BigDecimal cannot be a negative zero. */
    private static boolean isZero(Decimal128 decimal) {
        return decimal.getLow() == 0 && (decimal.getHigh() & DIGITS) == 0;
    }
}
