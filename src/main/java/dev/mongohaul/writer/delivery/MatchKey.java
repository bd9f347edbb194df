package dev.mongohaul.writer.delivery;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.springframework.util.DigestUtils;

/**
 * What finds a document, equal where the server's comparison is: numbers are, whatever their types. A collation's notion
 * of equal texts is not known here.
 *
 * @param value of Java types that know {@code equals}
 */
public record MatchKey(Object value) {

    /** Of the high half of a Decimal128, its digits, where there is no more than 34 of them. */
    private static final long DIGITS = (1L << 49) - 1;

    /** The key of a filter, which demands equality of each of its fields. */
    public static MatchKey of(BsonDocument filter) {
        return new MatchKey(comparable(filter));
    }

    /** 64 bits of a digest of it: of keys that differ, equal by chance alone. */
    public long fingerprint() {
        byte[] digest = DigestUtils.md5Digest(value.toString().getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(digest).getLong();
    }

    private static Object comparable(BsonValue value) {
        if (value.isNumber()) {
            return number(value.asNumber());
        }
        if (value.isDocument()) {
            return value.asDocument().entrySet().stream()
                    .map(field -> Map.entry(field.getKey(), comparable(field.getValue())))
                    .toList();
        }
        return value.isArray()
                ? value.asArray().stream().map(MatchKey::comparable).toList()
                : List.of(value);
    }

    private static Object number(BsonNumber number) {
        Decimal128 decimal = number.decimal128Value();
        if (decimal.isNaN() || decimal.isInfinite()) {
            return decimal.toString();
        }
        return isZero(decimal) ? BigDecimal.ZERO : decimal.bigDecimalValue().stripTrailingZeros();
    }

    /** Whatever its sign: a negative zero is no BigDecimal. */
    private static boolean isZero(Decimal128 decimal) {
        return decimal.getLow() == 0 && (decimal.getHigh() & DIGITS) == 0;
    }
}
