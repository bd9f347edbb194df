package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.origin.RecordOrigin;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.text.NearestName;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonBinarySubType;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.convert.CustomConversions;
import org.springframework.data.core.TypeInformation;

/**
 * Check whether a property can hold the values of a column and return them unchanged, with the restrictions of cells that
 * this takes. Spring Data converts a sample of them.
 */
final class ColumnFit {

    /** The most constants in a message. */
    private static final int SHOWN_NAMES = 30;

    /** Most bytes of a {@code char} in UTF-8. */
    private static final int BYTES_OF_CHAR = 3;

    /** Text of which an id makes an ObjectId. */
    private static final String TEXT = "0123456789abcdef01234567";

    /** Time of the samples, which has milliseconds. */
    private static final long INSTANT = 981_173_106_007L;

    private static final long DAY = 981_158_400_000L;
    private static final Set<Class<?>> LISTS = Set.of(List.class, Collection.class, Iterable.class, ArrayList.class);

    /** The letters of a date's pattern that mean a time or a zone. */
    private static final String TIME_LETTERS = ".*[ahHkKmsSAnNBVvzOXx].*";

    private final EntityType<?> entity;
    private final CustomConversions conversions;
    private final EntityTrials trials;

    ColumnFit(EntityType<?> entity) {
        this.entity = entity;
        this.conversions = entity.converter().getCustomConversions();
        this.trials = entity.trials();
    }

    /**
     * Returns why the property cannot hold the column's values, as the end of a sentence whose subject is the column;
     * null if it can.
     *
     * @param listed whether the job file names the column's type
     */
    @Nullable
    String problem(FieldSpec field, boolean listed, PropertyPlace place) {
        if (holds(field.type(), samples(field, place.type()), place)) {
            return null;
        }
        String words = words(place);
        String what = listed
                ? "is " + PropertyPlace.withArticle(field.type().word()) + ", but goes to "
                : "is text since it is not under fields, but goes to ";
        return what + place.name() + " of " + entity + ", " + place.typeName()
                + (words.isEmpty()
                        ? ", which no type of column fits: give the property another class"
                        : (listed ? ": it takes " : ": list it under fields as ") + words);
    }

    /** Returns whether the map keeps text keys in their order. */
    static boolean isPlainMap(TypeInformation<?> type) {
        TypeInformation<?> key = type.getComponentType();
        Class<?> raw = type.getType();
        return (raw == Map.class || raw == LinkedHashMap.class)
                && (key == null || key.getType() == String.class || key.getType() == Object.class);
    }

    private boolean holds(FieldType type, Stream<Object> samples, PropertyPlace place) {
        // Only the text itself, see the rule of ids, says whether Spring Data makes an ObjectId of it.
        boolean textOfId = type == FieldType.STRING
                && place.isId()
                && makesObjectIds(place)
                && (place.rawType() == String.class || place.rawType() == Object.class);
        return textOfId || samples.allMatch(sample -> holds(sample, place));
    }

    /**
     * Returns whether the property returns a value of a document as it was, by Spring Data's conversions.
     *
     * @param sample as the mapping makes it
     */
    boolean holds(Object sample, PropertyPlace place) {
        TypeInformation<?> type = place.type();
        TypeInformation<?> element = sample instanceof List && type.isCollectionLike() ? type.getComponentType() : null;
        if (element != null && ((List<?>) sample).get(0) instanceof String && isText(element.getType())) {
            return LISTS.contains(type.getType()) || type.getType().isArray();
        }
        return (sample instanceof String && isText(type.getType())) || trials.keep(sample, place);
    }

    /** Returns whether the class is stored as text by conversions of its own, which may refuse a sample. */
    private boolean isText(Class<?> raw) {
        return conversions
                        .getCustomWriteTarget(raw)
                        .filter(String.class::equals)
                        .isPresent()
                && conversions.hasCustomReadTarget(String.class, raw);
    }

    private static Stream<Object> samples(FieldSpec field, TypeInformation<?> type) {
        return switch (field.type()) {
            case CONSTANT -> Stream.of(Objects.requireNonNull(field.value()));
            case SOURCE -> Stream.of(sample(field.origin().orElseThrow()));
            case ARRAY ->
                lists(field.array() == null ? FieldType.STRING : field.array().of(), field.dateOrIso(), type);
            default -> samples(field.type(), field.dateOrIso(), type.getType());
        };
    }

    @SuppressWarnings("JavaUtilDate") // documents have them
    private static Object sample(RecordOrigin origin) {
        return switch (origin) {
            case FILE, PATH -> TEXT + ".csv";
            case LINE, IMPORT -> 1L << Integer.SIZE;
            case LOADED_AT -> new Date(INSTANT);
        };
    }

    /** Returns lists of two equal elements, which a set does not keep. */
    private static Stream<Object> lists(FieldType element, DateFormat date, TypeInformation<?> type) {
        TypeInformation<?> component = type.isCollectionLike() ? type.getComponentType() : null;
        return samples(element, date, component == null ? Object.class : component.getType())
                .map(sample -> List.of(sample, sample));
    }

    @SuppressWarnings("JavaUtilDate") // documents have them
    private static Stream<Object> samples(FieldType type, DateFormat date, Class<?> raw) {
        return switch (type) {
            case AUTO -> Stream.of(1, 1L << Integer.SIZE, 0.1, TEXT);
            case STRING ->
                Stream.of(
                        raw.isEnum()
                                ? ((Enum<?>) raw.getEnumConstants()[0]).name()
                                : raw == Character.class ? "x" : TEXT);
            case INT32 -> Stream.of(1);
            case INT64 -> Stream.of(1L << Integer.SIZE);
            case DOUBLE -> Stream.of(0.1);
            case DECIMAL -> Stream.of(Decimal128.parse("1.50"));
            case BOOLEAN -> Stream.of(true);
            case INSTANT -> Stream.of(new Date(INSTANT));
            case DATE -> Stream.of(new Date(isDay(date) ? DAY : INSTANT));
            case OBJECTID -> Stream.of(new ObjectId(1, 1));
            case UUID -> Stream.of(new Binary(BsonBinarySubType.UUID_STANDARD, new byte[2 * Long.BYTES]));
            case BINARY -> Stream.of(new Binary(new byte[3 * Integer.BYTES]));
            case JSON -> raw == Object.class ? Stream.of(object(), TEXT) : Stream.of(object());
            case ARRAY, CONSTANT, SOURCE -> Stream.of();
        };
    }

    /** Returns an object whose keys have an order. */
    static Document object() {
        return new Document("zz", 1).append("b", "x").append("a", List.of(1L));
    }

    /** Returns whether the date is a day in UTC, the zone in which Spring Data reads and writes days. */
    private static boolean isDay(DateFormat format) {
        boolean epoch = format.pattern().startsWith("epoch-");
        return !epoch
                && format.zone().normalized().equals(DateFormat.ISO.zone())
                && !format.pattern().replaceAll("'[^']*'", "").matches(TIME_LETTERS);
    }

    /** Returns the human-readable types of columns that the property can hold; empty without any. */
    private String words(PropertyPlace place) {
        Class<?> raw = place.rawType();
        String words = words(
                EnumSet.complementOf(EnumSet.of(FieldType.ARRAY, FieldType.CONSTANT, FieldType.SOURCE)),
                type -> holds(type, samples(type, DateFormat.ISO, raw), place));
        if (raw == LocalDate.class) {
            return words + ", of a day in UTC without a time";
        }
        String elements = !words.isEmpty()
                ? ""
                : words(
                        EnumSet.allOf(FieldType.class),
                        type -> type.isElement()
                                && holds(FieldType.ARRAY, lists(type, DateFormat.ISO, place.type()), place));
        return elements.isEmpty() ? words : "array of " + elements;
    }

    private static String words(Set<FieldType> types, Predicate<FieldType> held) {
        return types.stream().filter(held).map(FieldType::word).collect(Collectors.joining(" or "));
    }

    /** Returns whether Spring Data makes ObjectIds of the id's values if it can. */
    static boolean makesObjectIds(PropertyPlace id) {
        return Objects.requireNonNull(id.property()).getFieldType() == ObjectId.class;
    }

    /** Returns the restriction of cells for a property of the class, in addition to their type. */
    static UnaryOperator<CellType> rule(Class<?> raw, FieldType type) {
        if (raw.isEnum() && type == FieldType.STRING) {
            List<String> names = Arrays.stream(raw.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .toList();
            Set<String> known = Set.copyOf(names);
            return cells -> new RestrictedType(
                    cells,
                    (bytes, from, to) -> known.contains(text(bytes, from, to)),
                    text -> "is no constant of " + raw.getSimpleName() + NearestName.hint(text, names) + ": "
                            + names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "))
                            + (names.size() > SHOWN_NAMES ? " and " + (names.size() - SHOWN_NAMES) + " more" : ""));
        }
        if (raw == Character.class) {
            return cells -> new RestrictedType(
                    cells,
                    (bytes, from, to) ->
                            to - from <= BYTES_OF_CHAR && text(bytes, from, to).length() == 1,
                    text -> "is not one character of 16 bits, which is all that a Character holds");
        }
        if (raw == BigDecimal.class) {
            return CellType::withoutSignedZero;
        }
        return type == FieldType.JSON && raw != Object.class
                ? cells -> new RestrictedType(
                        cells,
                        ColumnFit::isObject,
                        text -> "is not a JSON object, such as {\"color\": \"red\"}, which is all that a map holds")
                : UnaryOperator.identity();
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static boolean isObject(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || (bytes[at] >= '\t' && bytes[at] <= '\r'))) {
            at++;
        }
        return at < to && bytes[at] == '{';
    }

    /** Returns the restriction of the column within the id. */
    static UnaryOperator<CellType> idRule(PropertyPlace place, FieldType type) {
        return place.isId() && type == FieldType.STRING && makesObjectIds(place)
                ? ObjectIdTextType::new
                : UnaryOperator.identity();
    }

    /** Condition on the cell {@code [from, to)}. */
    @FunctionalInterface
    private interface CellTest {
        boolean holds(byte[] bytes, int from, int to);
    }

    /** Type of the cells that the property can hold, of all that the type of the column takes. */
    private record RestrictedType(CellType cells, CellTest allowed, UnaryOperator<String> refused) implements CellType {

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            return allowed.holds(bytes, from, to) && cells.put(bytes, from, to, name, sink);
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return allowed.holds(bytes, from, to)
                    ? cells.refusal(bytes, from, to)
                    : refused.apply(text(bytes, from, to));
        }
    }

    /** Text as Spring Data stores it in an id: 24 hexadecimal digits become an ObjectId. */
    private record ObjectIdTextType(CellType text, CellType objectId) implements CellType {

        ObjectIdTextType(CellType text) {
            this(text, CellTypes.of(FieldSpec.of(FieldType.OBJECTID)));
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            return objectId.put(bytes, from, to, name, sink) || text.put(bytes, from, to, name, sink);
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return text.refusal(bytes, from, to);
        }
    }
}
