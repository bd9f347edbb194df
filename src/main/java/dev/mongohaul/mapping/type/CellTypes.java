package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.type.BytesTypes.Base64Type;
import dev.mongohaul.mapping.type.BytesTypes.HexType;
import dev.mongohaul.mapping.type.BytesTypes.ObjectIdType;
import dev.mongohaul.mapping.type.BytesTypes.UuidType;
import dev.mongohaul.mapping.type.IsoDateTime.InstantType;
import dev.mongohaul.mapping.type.IsoDateTime.IsoDateType;
import dev.mongohaul.mapping.type.WholeNumber.EpochType;
import dev.mongohaul.mapping.type.WholeNumber.Int32Type;
import dev.mongohaul.mapping.type.WholeNumber.Int64Type;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

/** Factory of the {@link CellType} of a field, with the three simplest types. */
public final class CellTypes {

    private CellTypes() {}

    /**
     * Returns a new reader for the cells of the field, for one mapper.
     *
     * @throws MappingException for an invalid date pattern
     */
    public static CellType of(FieldSpec field) {
        return switch (field.type()) {
            case AUTO -> new AutoType();
            case STRING -> new StringType();
            case INT32 -> new Int32Type();
            case INT64 -> new Int64Type();
            case DOUBLE ->
                new DoubleType(field.decimalComma(), field.allowsRounding() ? Rounding.ALLOW : Rounding.REJECT);
            case DECIMAL -> new DecimalType(field.decimalComma());
            case BOOLEAN -> new BooleanType();
            case INSTANT -> new InstantType();
            case DATE -> date(field.dateOrIso());
            case OBJECTID -> new ObjectIdType();
            case UUID -> new UuidType();
            case BINARY -> field.encodingOrBase64() == BinaryEncoding.HEX ? new HexType() : new Base64Type();
            case ARRAY -> new ArrayType(Objects.requireNonNull(field.array()), of(field.element()));
            case JSON -> new JsonType();
            case CONSTANT -> new ConstantType(Objects.requireNonNull(field.value()));
        };
    }

    private static CellType date(DateFormat format) {
        return switch (format.pattern()) {
            case DateFormat.EPOCH_SECONDS -> new EpochType("seconds", 1000);
            case DateFormat.EPOCH_MILLIS -> new EpochType("milliseconds", 1);
            default -> format.equals(DateFormat.ISO) ? new IsoDateType() : new DateType(format);
        };
    }

    /** The cell's text, including its spaces. */
    private static final class StringType implements CellType {

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            sink.putString(name, bytes, from, to);
            return true;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            throw new IllegalStateException("every cell is a string");
        }
    }

    /** True or false: {@code true t yes y 1} and {@code false f no n 0}, in upper or lower case. */
    private static final class BooleanType implements CellType {

        private static final byte[][] TRUE = words("true", "t", "yes", "y", "1");
        private static final byte[][] FALSE = words("false", "f", "no", "n", "0");

        private static byte[][] words(String... words) {
            return Stream.of(words)
                    .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                    .toArray(byte[][]::new);
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            boolean value = isOneOf(TRUE, bytes, from, to);
            if (!value && !isOneOf(FALSE, bytes, from, to)) {
                return false;
            }
            sink.putBoolean(name, value);
            return true;
        }

        private static boolean isOneOf(byte[][] words, byte[] bytes, int from, int to) {
            for (byte[] word : words) {
                if (word.length == to - from && equalsIgnoringCase(word, bytes, from)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean equalsIgnoringCase(byte[] word, byte[] bytes, int from) {
            for (int at = 0; at < word.length; at++) {
                byte letter = bytes[from + at];
                boolean upper = letter >= 'A' && letter <= 'Z';
                if (word[at] != (upper ? letter + 'a' - 'A' : letter)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return "is not a boolean: true, t, yes, y, 1 or false, f, no, n, 0";
        }
    }

    /** The same value for every cell: a string, an int32 (an int64 if it is too large), a double or a boolean. */
    private static final class ConstantType implements CellType {

        private final Object value;
        private final byte[] utf8;

        /** @param value a {@code String}, {@code Long}, {@code Double} or {@code Boolean} */
        private ConstantType(Object value) {
            this.value = value;
            this.utf8 = value.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            if (value instanceof Long number && number == number.intValue()) {
                sink.putInt32(name, number.intValue());
            } else if (value instanceof Long number) {
                sink.putInt64(name, number);
            } else if (value instanceof Double number) {
                sink.putDouble(name, number);
            } else if (value instanceof Boolean flag) {
                sink.putBoolean(name, flag);
            } else {
                sink.putString(name, utf8, 0, utf8.length);
            }
            return true;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            throw new IllegalStateException("a constant does not depend on cells");
        }
    }
}
