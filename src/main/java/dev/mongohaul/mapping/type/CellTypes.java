package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.MappingException;
import java.util.Objects;

/** Types of cells by the settings of their fields. */
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
            case INT32 -> number(new IntegerType(true), field);
            case INT64 -> number(new IntegerType(false), field);
            case DOUBLE -> number(new DoubleType(field.decimalComma(), field.allowsRounding()), field);
            case DECIMAL -> number(new DecimalType(field.decimalComma()), field);
            case BOOLEAN -> field.listsBooleans() ? new ListedBooleanType(field) : new BooleanType();
            case INSTANT -> new InstantType();
            case DATE -> date(field.dateOrIso());
            case OBJECTID -> new ObjectIdType();
            case UUID -> new UuidType();
            case BINARY -> new BinaryType(field.encodingOrBase64());
            case ARRAY -> new ArrayType(Objects.requireNonNull(field.array()), of(field.element()));
            case JSON -> new JsonType();
            case SOURCE -> new StringType(); // no cell has its value
            case CONSTANT -> new ConstantType(Objects.requireNonNull(field.value()));
        };
    }

    private static CellType number(CellType plain, FieldSpec field) {
        boolean isPlain = field.locale() == null && field.strip() == null && field.negative() == null;
        CellType type = isPlain ? plain : new LocalNumber(plain, field);
        return field.refusesLeadingZeros() ? new UnpaddedNumber(type) : type;
    }

    private static CellType date(DateFormat format) {
        return switch (format.pattern()) {
            case DateFormat.EPOCH_SECONDS -> new EpochType("seconds", 1000);
            case DateFormat.EPOCH_MILLIS -> new EpochType("milliseconds", 1);
            default -> format.equals(DateFormat.ISO) ? new IsoDateType() : new DateType(format);
        };
    }
}
