package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.FixedValue;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.FieldSpec;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonBinarySubType;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Bounds and list of the values of a column, which are compared while they are on their way to a sink. Values are equal if
 * they are the same in the type of the column: the decimals 1.5 and 1.50 are. For one mapper.
 */
final class ValueRules implements ValueSink {

    private static final FieldName NAME = new FieldName("value");

    /** Decimals with fewer digits behind the dot are compared as whole numbers of 64 bits. */
    private static final int FRACTIONS = 18;

    private static final long HIGHEST_WHOLE = Long.MAX_VALUE / 2;
    private static final int EXPONENT_SHIFT = 49;
    private static final int EXPONENT_BIAS = 6176;

    private final @Nullable Object min;
    private final @Nullable Object max;
    private final @Nullable Set<Object> oneOf;
    private final long low;
    private final long high;
    private final double lowDouble;
    private final double highDouble;

    /** Bounds of the digits of a decimal by the number of those behind the dot. */
    private final long[] lowDigits;

    private final long[] highDigits;

    private ValueSink sink = DocumentSink.ofDocuments();
    private boolean belowMin;
    private boolean aboveMax;
    private boolean unlisted;

    /** @param type of the field without its rules; it takes the values of all rules */
    ValueRules(FieldSpec field, CellType type) {
        this.min = value(type, field.min());
        this.max = value(type, field.max());
        List<String> listed = field.oneOf();
        Set<Object> values = new HashSet<>();
        for (String text : listed == null ? List.<String>of() : listed) {
            values.add(equal(Objects.requireNonNull(value(type, text))));
        }
        this.oneOf = listed == null ? null : values;
        this.low = min instanceof Long bound ? bound : Long.MIN_VALUE;
        this.high = max instanceof Long bound ? bound : Long.MAX_VALUE;
        this.lowDouble = min instanceof Double bound ? bound : Double.NEGATIVE_INFINITY;
        this.highDouble = max instanceof Double bound ? bound : Double.POSITIVE_INFINITY;
        this.lowDigits = digits(min, RoundingMode.CEILING, -HIGHEST_WHOLE);
        this.highDigits = digits(max, RoundingMode.FLOOR, HIGHEST_WHOLE);
    }

    private static long[] digits(@Nullable Object bound, RoundingMode rounding, long none) {
        long[] digits = new long[FRACTIONS];
        BigDecimal range = BigDecimal.valueOf(HIGHEST_WHOLE);
        for (int fraction = 0; fraction < FRACTIONS; fraction++) {
            BigDecimal shifted = bound instanceof BigDecimal number ? number.scaleByPowerOfTen(fraction) : null;
            digits[fraction] = shifted == null
                    ? none
                    : shifted.min(range)
                            .max(range.negate())
                            .setScale(0, rounding)
                            .longValueExact();
        }
        return digits;
    }

    /** Returns the value of a cell as it is compared; null if it is none. */
    static @Nullable Object value(CellType type, @Nullable String cell) {
        if (cell == null) {
            return null;
        }
        byte[] utf8 = cell.getBytes(StandardCharsets.UTF_8);
        DocumentSink<Document> document = DocumentSink.ofDocuments();
        document.begin();
        return type.put(utf8, 0, utf8.length, NAME, document)
                ? comparable(document.finish().get(NAME.toString()))
                : null;
    }

    @SuppressWarnings("JavaUtilDate") // documents have them
    private static @Nullable Object comparable(@Nullable Object value) {
        if (value instanceof Integer number) {
            return number.longValue();
        }
        if (value instanceof Date date) {
            return date.getTime();
        }
        if (value instanceof Double number) {
            return number + 0.0;
        }
        return value instanceof Decimal128 number ? decimal(number.getHigh(), number.getLow()) : value;
    }

    /** Compares the values of two cells of an ordered type. */
    static int compare(CellType type, String one, String other) {
        Object first = value(type, one);
        Object second = value(type, other);
        if (first instanceof Long number && second instanceof Long limit) {
            return number.compareTo(limit);
        }
        if (first instanceof Double number && second instanceof Double limit) {
            return number.compareTo(limit);
        }
        return first instanceof BigDecimal number && second instanceof BigDecimal limit ? number.compareTo(limit) : 0;
    }

    /** Returns the decimal without the sign of a zero. */
    private static BigDecimal decimal(long high, long low) {
        BigDecimal absolute =
                Decimal128.fromIEEE754BIDEncoding(high & Long.MAX_VALUE, low).bigDecimalValue();
        return high < 0 ? absolute.negate() : absolute;
    }

    private static Object equal(Object value) {
        return value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
    }

    /** Writes a cell to the sink as its type does. Returns false if its value breaks a rule. */
    boolean put(CellType type, byte[] bytes, int from, int to, FieldName name, ValueSink target) {
        sink = target;
        return type.put(bytes, from, to, name, this) && !belowMin && !aboveMax && !unlisted;
    }

    boolean belowMin() {
        return belowMin;
    }

    boolean aboveMax() {
        return aboveMax;
    }

    boolean unlisted() {
        return unlisted;
    }

    private void compare(long value) {
        belowMin = value < low;
        aboveMax = value > high;
        unlisted = oneOf != null && !oneOf.contains(value);
    }

    private <T> void compareOnly(T value) {
        unlisted = oneOf != null && !oneOf.contains(value);
    }

    private void compare(BigDecimal value) {
        belowMin = min instanceof BigDecimal bound && value.compareTo(bound) < 0;
        aboveMax = max instanceof BigDecimal bound && value.compareTo(bound) > 0;
        unlisted = oneOf != null && !oneOf.contains(equal(value));
    }

    @Override
    public void putInt32(FieldName name, int value) {
        compare(value);
        sink.putInt32(name, value);
    }

    @Override
    public void putInt64(FieldName name, long value) {
        compare(value);
        sink.putInt64(name, value);
    }

    @Override
    public void putDateTime(FieldName name, long millis) {
        compare(millis);
        sink.putDateTime(name, millis);
    }

    @Override
    public void putDouble(FieldName name, double value) {
        belowMin = value < lowDouble;
        aboveMax = value > highDouble;
        unlisted = oneOf != null && !oneOf.contains(value + 0.0);
        sink.putDouble(name, value);
    }

    @Override
    public void putDecimal128(FieldName name, long high, long low) {
        int fraction = EXPONENT_BIAS - (int) ((high & Long.MAX_VALUE) >>> EXPONENT_SHIFT);
        boolean isShort = (high & (1L << EXPONENT_SHIFT) - 1) == 0 && low >= 0 && low < HIGHEST_WHOLE;
        if (isShort && oneOf == null && fraction >= 0 && fraction < FRACTIONS) {
            long digits = high < 0 ? -low : low;
            belowMin = digits < lowDigits[fraction];
            aboveMax = digits > highDigits[fraction];
        } else {
            compare(decimal(high, low));
        }
        sink.putDecimal128(name, high, low);
    }

    @Override
    public void putBoolean(FieldName name, boolean value) {
        compareOnly(value);
        sink.putBoolean(name, value);
    }

    @Override
    public void putObjectId(FieldName name, int high, long low) {
        compareOnly(new ObjectId(ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                .putInt(high)
                .putLong(low)
                .flip()));
        sink.putObjectId(name, high, low);
    }

    @Override
    public void putBinary(FieldName name, BsonBinarySubType subtype, byte[] bytes, int from, int to) {
        compareOnly(new Binary(subtype, Arrays.copyOfRange(bytes, from, to)));
        sink.putBinary(name, subtype, bytes, from, to);
    }

    @Override
    public void putNull(FieldName name) {
        sink.putNull(name);
    }

    @Override
    public void putFixed(FieldName name, FixedValue value) {
        sink.putFixed(name, value);
    }

    /** Texts are compared as cells. */
    @Override
    public void putString(FieldName name, byte[] utf8, int from, int to) {
        sink.putString(name, utf8, from, to);
    }

    @Override
    public void startDocument(FieldName name) {
        sink.startDocument(name);
    }

    @Override
    public void endDocument() {
        sink.endDocument();
    }

    @Override
    public void endDocumentEvenIfEmpty() {
        sink.endDocumentEvenIfEmpty();
    }

    @Override
    public void startArray(FieldName name) {
        sink.startArray(name);
    }

    @Override
    public void endArray() {
        sink.endArray();
    }
}
