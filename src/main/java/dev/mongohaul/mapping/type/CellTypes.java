package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Types of cells by the settings of their fields. */
public final class CellTypes {

    private static final List<String> INT32 = List.of("NumberInt", "Int32", "$numberInt");
    private static final List<String> INT64 = List.of("NumberLong", "Long", "$numberLong");

    private static final List<String> DOUBLE = List.of("Double", "$numberDouble");

    private CellTypes() {}

    private static CellType shell(CellType plain, List<List<String>> names) {
        return new ShellType(plain, plain, names.stream().flatMap(List::stream).toArray(String[]::new));
    }

    /** Returns the type of what may stand in {@code ISODate("…")} besides a time with its offset. */
    private static CellType millisOrDay() {
        CellType millis = new EpochType("milliseconds", 1);
        CellType day = date(DateFormat.ISO);
        return (bytes, from, to, name, sink) ->
                millis.put(bytes, from, to, name, sink) || day.put(bytes, from, to, name, sink);
    }

    /**
     * Returns a new reader for the cells of the field, for one mapper.
     *
     * @throws MappingException for an invalid date pattern
     */
    public static CellType of(FieldSpec field) {
        return switch (field.type()) {
            case AUTO -> new AutoType(field.allowsLeadingZeros());
            case STRING -> new StringType(field.strip() != null);
            case INT32 -> number(shell(new IntegerType(true), List.of(INT32)), field);
            case INT64 -> number(shell(new IntegerType(false), List.of(INT32, INT64)), field);
            case DOUBLE ->
                number(
                        shell(
                                new DoubleType(field.decimalComma(), field.allowsRounding()),
                                List.of(INT32, INT64, DOUBLE)),
                        field);
            case DECIMAL ->
                number(
                        shell(
                                new DecimalType(field.decimalComma()),
                                List.of(
                                        INT32,
                                        INT64,
                                        DOUBLE,
                                        List.of("NumberDecimal", "Decimal128", "$numberDecimal"))),
                        field);
            case BOOLEAN -> field.listsBooleans() ? new ListedBooleanType(field) : new BooleanType();
            case INSTANT ->
                new ShellType(new InstantType(), millisOrDay(), "ISODate", "new Date", "Date", "$date", "$numberLong");
            case DATE -> date(field.dateOrIso());
            case OBJECTID -> shell(new ObjectIdType(), List.of(List.of("ObjectId", "$oid")));
            case UUID -> shell(new UuidType(), List.of(List.of("UUID", "$uuid")));
            case BINARY -> new BinaryType(field.encodingOrBase64());
            case ARRAY ->
                new ArrayType(Objects.requireNonNull(field.array()), ruled(field.element(), of(field.element())));
            case JSON -> new JsonType();
            case SOURCE -> new StringType(false); // no cell has its value
            case CONSTANT -> new ConstantType(Objects.requireNonNull(field.value()));
        };
    }

    /**
     * Returns the type with the rules of the field for its values. The elements of an array have them already.
     *
     * @param type of the field's cells
     */
    public static CellType ruled(FieldSpec field, CellType type) {
        boolean hasRules =
                field.min() != null || field.max() != null || field.oneOf() != null || field.matches() != null;
        return hasRules && field.type() != FieldType.ARRAY ? new RuledType(field, type, of(field)) : type;
    }

    /** Passes the key and the mistake of each rule that no cell, or not the default, can keep. */
    public static void checkRules(FieldSpec field, BiConsumer<String, String> mistakes) {
        FieldSpec element = field.element();
        CellType plain;
        try {
            plain = of(element);
            if (field.matches() != null) {
                new CellPattern(field.matches());
            }
        } catch (MappingException reportedWithTheHeader) {
            return;
        } catch (IllegalArgumentException e) {
            mistakes.accept("matches", Printable.quoted(Objects.toString(field.matches())) + " " + e.getMessage());
            return;
        }
        AtomicBoolean readable = new AtomicBoolean(true);
        BiConsumer<String, String> unreadable = (key, mistake) -> {
            readable.set(false);
            mistakes.accept(key, mistake);
        };
        checkCell(plain, "min", field.min(), unreadable);
        checkCell(plain, "max", field.max(), unreadable);
        List<String> listed = Objects.requireNonNullElse(field.oneOf(), List.of());
        listed.forEach(text -> checkCell(plain, "one-of", text, unreadable));
        if (!readable.get()) {
            return;
        }
        if (field.min() != null && field.max() != null && ValueRules.compare(plain, field.min(), field.max()) > 0) {
            mistakes.accept(
                    "min",
                    field.min() + " is greater than max, " + field.max() + ": no value is allowed; min is at most max");
            return;
        }
        CellType ruled = ruled(element, plain);
        listed.forEach(text -> checkCell(ruled, "one-of", text, mistakes));
        checkCell(ruled(field, of(field)), "default", field.defaultCell(), mistakes);
    }

    private static void checkCell(
            CellType type, String key, @Nullable String cell, BiConsumer<String, String> mistakes) {
        if (cell == null) {
            return;
        }
        byte[] utf8 = cell.getBytes(StandardCharsets.UTF_8);
        DocumentSink<?> scratch = DocumentSink.ofDocuments();
        scratch.begin();
        if (!type.put(utf8, 0, utf8.length, new FieldName(key), scratch)) {
            mistakes.accept(key, Printable.quoted(cell) + " " + type.refusal(utf8, 0, utf8.length));
        }
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
