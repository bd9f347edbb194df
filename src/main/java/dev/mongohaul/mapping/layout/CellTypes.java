package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.TypeNotBuiltException;
import dev.mongohaul.mapping.type.BooleanType;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.StringType;
import dev.mongohaul.mapping.type.date.DateType;
import dev.mongohaul.mapping.type.date.EpochType;
import dev.mongohaul.mapping.type.date.InstantType;
import dev.mongohaul.mapping.type.date.IsoDateType;
import dev.mongohaul.mapping.type.number.DecimalType;
import dev.mongohaul.mapping.type.number.DoubleType;
import dev.mongohaul.mapping.type.number.Int32Type;
import dev.mongohaul.mapping.type.number.Int64Type;
import java.util.List;

/** Makes the {@link CellType} of a field: the one place that knows which types are built. */
public final class CellTypes {

    private CellTypes() {}

    /**
     * The type that reads the cells of the field, for one mapper.
     *
     * @throws TypeNotBuiltException for a type that this version knows by name only
     * @throws MappingException for a date pattern that is none
     */
    public static CellType of(FieldSpec field) {
        return switch (field.type()) {
            case STRING -> new StringType();
            case INT32 -> new Int32Type();
            case INT64 -> new Int64Type();
            case DOUBLE -> new DoubleType(field.decimalComma());
            case DECIMAL -> new DecimalType(field.decimalComma());
            case BOOLEAN -> new BooleanType();
            case INSTANT -> new InstantType();
            case DATE -> date(field.dateOrIso());
            default -> throw notBuilt(field.type());
        };
    }

    private static CellType date(DateFormat format) {
        return switch (format.pattern()) {
            case DateFormat.EPOCH_SECONDS -> EpochType.ofSeconds();
            case DateFormat.EPOCH_MILLIS -> EpochType.ofMillis();
            default -> format.equals(DateFormat.ISO) ? new IsoDateType() : new DateType(format);
        };
    }

    private static TypeNotBuiltException notBuilt(FieldType type) {
        return new TypeNotBuiltException(List.of("the type " + type.word()
                + " is not built yet; string int32 int64 double decimal boolean instant date are"));
    }
}
