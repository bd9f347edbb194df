package dev.mongohaul.mongo;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Order of BSON values in an index without a collation. Values of different types that the server takes for equal, such as
 * the numbers 1 and 1.0, are equal.
 */
public final class BsonOrder implements Comparator<BsonValue> {

    public static final BsonOrder INSTANCE = new BsonOrder();

    private BsonOrder() {}

    @Override
    public int compare(BsonValue one, BsonValue other) {
        BsonType type = one.getBsonType();
        if (type != other.getBsonType()) {
            int order = Integer.compare(rank(type), rank(other.getBsonType()));
            return order != 0 || !one.isNumber() ? order : numbers(one, other);
        }
        return switch (type) {
            case INT32, INT64, DOUBLE, DECIMAL128 -> numbers(one, other);
            case STRING -> texts(one.asString().getValue(), other.asString().getValue());
            case DOCUMENT -> documents(one.asDocument(), other.asDocument());
            case ARRAY ->
                Arrays.compare(
                        one.asArray().toArray(new BsonValue[0]), other.asArray().toArray(new BsonValue[0]), this);
            case BINARY -> binaries(one.asBinary(), other.asBinary());
            case OBJECT_ID ->
                one.asObjectId().getValue().compareTo(other.asObjectId().getValue());
            case BOOLEAN ->
                Boolean.compare(one.asBoolean().getValue(), other.asBoolean().getValue());
            case DATE_TIME ->
                Long.compare(one.asDateTime().getValue(), other.asDateTime().getValue());
            case TIMESTAMP -> one.asTimestamp().compareTo(other.asTimestamp());
            default -> texts(one.toString(), other.toString());
        };
    }

    private static int rank(BsonType type) {
        return switch (type) {
            case MIN_KEY -> 0;
            case UNDEFINED -> 1;
            case NULL -> 2;
            case INT32, INT64, DOUBLE, DECIMAL128 -> 3;
            case STRING, SYMBOL -> 4;
            case DOCUMENT -> 5;
            case ARRAY -> 6;
            case BINARY -> 7;
            case OBJECT_ID -> 8;
            case BOOLEAN -> 9;
            case DATE_TIME -> 10;
            case TIMESTAMP -> 11;
            case REGULAR_EXPRESSION -> 12;
            case DB_POINTER -> 13;
            case JAVASCRIPT -> 14;
            case JAVASCRIPT_WITH_SCOPE -> 15;
            default -> 16;
        };
    }

    private static int numbers(BsonValue one, BsonValue other) {
        if (one.isInt32() && other.isInt32()) {
            return Integer.compare(one.asInt32().getValue(), other.asInt32().getValue());
        }
        if (isInteger(one) && isInteger(other)) {
            return Long.compare(one.asNumber().longValue(), other.asNumber().longValue());
        }
        double approximate = one.asNumber().doubleValue();
        double otherApproximate = other.asNumber().doubleValue();
        // NaN is less than all numbers, and equal to itself; the two zeros are equal.
        if (Double.isNaN(approximate) || Double.isNaN(otherApproximate)) {
            return Boolean.compare(Double.isNaN(otherApproximate), Double.isNaN(approximate));
        }
        if (isInfinite(one) || isInfinite(other)) {
            return Double.compare(isInfinite(one) ? approximate : 0, isInfinite(other) ? otherApproximate : 0);
        }
        return exact(one, other.isDecimal128()).compareTo(exact(other, one.isDecimal128()));
    }

    private static boolean isInteger(BsonValue number) {
        return number.isInt32() || number.isInt64();
    }

    private static boolean isInfinite(BsonValue number) {
        return number.isDouble()
                ? Double.isInfinite(number.asDouble().getValue())
                : number.isDecimal128() && number.asDecimal128().getValue().isInfinite();
    }

    /** @param rounded whether a double has the digits of a Decimal128, to which the server compares it */
    private static BigDecimal exact(BsonValue number, boolean rounded) {
        return switch (number.getBsonType()) {
            case DOUBLE -> {
                BigDecimal value = new BigDecimal(number.asDouble().getValue());
                yield rounded ? value.round(MathContext.DECIMAL128) : value;
            }
            case DECIMAL128 -> exact(number.asDecimal128().getValue());
            default -> BigDecimal.valueOf(number.asNumber().longValue());
        };
    }

    private static BigDecimal exact(Decimal128 number) {
        try {
            return number.bigDecimalValue();
        } catch (ArithmeticException negativeZero) {
            return BigDecimal.ZERO;
        }
    }

    /** Compares as the bytes in UTF-8 do: surrogates, which are code points beyond 16 bits, are greater than other chars. */
    private static int texts(String one, String other) {
        int common = Math.min(one.length(), other.length());
        for (int index = 0; index < common; index++) {
            char character = one.charAt(index);
            char otherCharacter = other.charAt(index);
            if (character != otherCharacter) {
                int order = Boolean.compare(Character.isSurrogate(character), Character.isSurrogate(otherCharacter));
                return order != 0 ? order : Character.compare(character, otherCharacter);
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    /** Compares field by field: type, name, value; a document is less than a longer one with the same beginning. */
    private int documents(BsonDocument one, BsonDocument other) {
        Iterator<Map.Entry<String, BsonValue>> others = other.entrySet().iterator();
        for (Map.Entry<String, BsonValue> field : one.entrySet()) {
            if (!others.hasNext()) {
                return 1;
            }
            Map.Entry<String, BsonValue> otherField = others.next();
            int order = Integer.compare(
                    rank(field.getValue().getBsonType()),
                    rank(otherField.getValue().getBsonType()));
            order = order != 0 ? order : texts(field.getKey(), otherField.getKey());
            order = order != 0 ? order : compare(field.getValue(), otherField.getValue());
            if (order != 0) {
                return order;
            }
        }
        return others.hasNext() ? -1 : 0;
    }

    private static int binaries(BsonBinary one, BsonBinary other) {
        int order = Integer.compare(one.getData().length, other.getData().length);
        order = order != 0 ? order : Integer.compare(one.getType() & 0xFF, other.getType() & 0xFF);
        return order != 0 ? order : Arrays.compareUnsigned(one.getData(), other.getData());
    }
}
