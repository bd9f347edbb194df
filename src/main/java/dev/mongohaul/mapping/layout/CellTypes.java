package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.spec.ArrayFormat;
import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.Rounding;
import dev.mongohaul.mapping.type.BooleanType;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.ConstantType;
import dev.mongohaul.mapping.type.StringType;
import dev.mongohaul.mapping.type.bytes.Base64Type;
import dev.mongohaul.mapping.type.bytes.HexType;
import dev.mongohaul.mapping.type.bytes.ObjectIdType;
import dev.mongohaul.mapping.type.bytes.UuidType;
import dev.mongohaul.mapping.type.composite.ArrayType;
import dev.mongohaul.mapping.type.composite.JsonType;
import dev.mongohaul.mapping.type.date.DateType;
import dev.mongohaul.mapping.type.date.EpochType;
import dev.mongohaul.mapping.type.date.InstantType;
import dev.mongohaul.mapping.type.date.IsoDateType;
import dev.mongohaul.mapping.type.number.AutoType;
import dev.mongohaul.mapping.type.number.DecimalType;
import dev.mongohaul.mapping.type.number.DoubleType;
import dev.mongohaul.mapping.type.number.Int32Type;
import dev.mongohaul.mapping.type.number.Int64Type;
import java.util.Objects;

/** Makes the {@link CellType} of a field: the one place that knows them all. */
public final class CellTypes {

    private CellTypes() {}

    /**
     * The type that reads the cells of the field, for one mapper.
     *
     * @throws MappingException for a date pattern that is none
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
            case ARRAY -> array(Objects.requireNonNull(field.array()), field.element());
            case JSON -> new JsonType();
            case CONSTANT -> new ConstantType(Objects.requireNonNull(field.value()));
        };
    }

    private static CellType date(DateFormat format) {
        return switch (format.pattern()) {
            case DateFormat.EPOCH_SECONDS -> EpochType.ofSeconds();
            case DateFormat.EPOCH_MILLIS -> EpochType.ofMillis();
            default -> format.equals(DateFormat.ISO) ? new IsoDateType() : new DateType(format);
        };
    }

    private static CellType array(ArrayFormat format, FieldSpec element) {
        return new ArrayType(format, of(element));
    }
}
