package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.text.NearestName;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.convert.CustomConversions;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;
import org.springframework.util.ClassUtils;

/**
 * Check whether a property can hold the values of a column and return them unchanged, with the restrictions of cells that
 * this takes.
 */
final class ColumnFit {

    /** The most constants in a message. */
    private static final int SHOWN_NAMES = 30;

    /** Most bytes of a {@code char} in UTF-8. */
    private static final int BYTES_OF_CHAR = 3;

    /** The types that an id keeps although Spring Data makes ObjectIds if it can. */
    private static final Set<FieldType> KEPT_IN_IDS = EnumSet.of(
            FieldType.STRING,
            FieldType.INT32,
            FieldType.INT64,
            FieldType.DOUBLE,
            FieldType.DECIMAL,
            FieldType.BOOLEAN,
            FieldType.OBJECTID,
            FieldType.UUID);

    private static final Map<Class<?>, Set<FieldType>> BY_CLASS = Map.ofEntries(
            Map.entry(String.class, EnumSet.of(FieldType.STRING)),
            Map.entry(Character.class, EnumSet.of(FieldType.STRING)),
            Map.entry(Integer.class, EnumSet.of(FieldType.INT32)),
            Map.entry(Long.class, EnumSet.of(FieldType.INT64)),
            Map.entry(Double.class, EnumSet.of(FieldType.DOUBLE)),
            Map.entry(BigDecimal.class, EnumSet.of(FieldType.DECIMAL)),
            Map.entry(Decimal128.class, EnumSet.of(FieldType.DECIMAL)),
            Map.entry(Boolean.class, EnumSet.of(FieldType.BOOLEAN)),
            Map.entry(Instant.class, EnumSet.of(FieldType.INSTANT, FieldType.DATE)),
            Map.entry(Date.class, EnumSet.of(FieldType.INSTANT, FieldType.DATE)),
            Map.entry(LocalDateTime.class, EnumSet.of(FieldType.INSTANT, FieldType.DATE)),
            Map.entry(LocalDate.class, EnumSet.of(FieldType.DATE)),
            Map.entry(ObjectId.class, EnumSet.of(FieldType.OBJECTID)),
            Map.entry(UUID.class, EnumSet.of(FieldType.UUID)),
            Map.entry(byte[].class, EnumSet.of(FieldType.BINARY)),
            Map.entry(Binary.class, EnumSet.of(FieldType.BINARY, FieldType.UUID)));

    private static final Map<FieldType, Class<?>> STORED = Map.of(
            FieldType.STRING, String.class,
            FieldType.INT32, Integer.class,
            FieldType.INT64, Long.class,
            FieldType.DOUBLE, Double.class,
            FieldType.DECIMAL, Decimal128.class,
            FieldType.BOOLEAN, Boolean.class,
            FieldType.INSTANT, Date.class,
            FieldType.DATE, Date.class);

    private static final Set<Class<?>> LISTS = Set.of(List.class, Collection.class, Iterable.class, ArrayList.class);

    /** The letters of a date's pattern that mean a time or a zone. */
    private static final String TIME_LETTERS = ".*[ahHkKmsSAnNBVvzOXx].*";

    private final EntityType<?> entity;
    private final CustomConversions conversions;

    ColumnFit(EntityType<?> entity) {
        this.entity = entity;
        this.conversions = entity.converter().getCustomConversions();
    }

    /**
     * Returns why the property cannot hold the column's values, as the end of a sentence whose subject is the column;
     * null if it can.
     *
     * @param listed whether the job file names the column's type
     */
    @Nullable
    String problem(FieldSpec field, boolean listed, PropertyPlace place) {
        FieldValue value = FieldValue.of(field);
        if (place.isId() && makesObjectIds(place)) {
            if (place.rawType() == String.class && value.type() == FieldType.OBJECTID) {
                return null;
            }
            if (place.rawType() == Object.class && !KEPT_IN_IDS.contains(value.type())) {
                return "is " + withArticle(field.type().word())
                        + ", of which Spring Data may make an ObjectId for " + place.name() + " of " + entity
                        + ": annotate it with @MongoId, which keeps ids as they are";
            }
        }
        // That the type is primitive is a problem of its own.
        TypeInformation<?> type = place.rawType().isPrimitive()
                ? TypeInformation.of(ClassUtils.resolvePrimitiveIfNecessary(place.rawType()))
                : place.type();
        return hold(type, value) ? null : mismatch(field, listed, type, place);
    }

    private String mismatch(FieldSpec field, boolean listed, TypeInformation<?> type, PropertyPlace place) {
        String words = words(type);
        String what = listed
                ? "is " + withArticle(field.type().word()) + ", but goes to "
                : "is text since it is not under fields, but goes to ";
        return what + place.name() + " of " + entity + ", " + place.typeName()
                + (words.isEmpty()
                        ? unfillable(place)
                        : (listed ? ": it takes " : ": list it under fields as ") + words);
    }

    private String unfillable(PropertyPlace place) {
        if (place.type().isCollectionLike()) {
            return ", which does not keep all elements in their order: make it a List";
        }
        return place.property() != null && place.property().isEntity()
                ? ", which is filled by columns such as " + place.name() + "." + firstProperty(place)
                : ", which no type of column fits: give the property another class";
    }

    private String firstProperty(PropertyPlace place) {
        return PropertyPaths.properties(
                        entity.converter().getMappingContext().getRequiredPersistentEntity(place.type()))
                .stream()
                .findFirst()
                .map(MongoPersistentProperty::getName)
                .orElse("name");
    }

    /** Returns whether the map keeps text keys in their order. */
    static boolean isPlainMap(TypeInformation<?> type) {
        TypeInformation<?> key = type.getComponentType();
        Class<?> raw = type.getType();
        return (raw == Map.class || raw == LinkedHashMap.class)
                && (key == null || key.getType() == String.class || key.getType() == Object.class);
    }

    private boolean hold(TypeInformation<?> type, FieldValue value) {
        Class<?> raw = type.getType();
        Set<FieldType> scalars = BY_CLASS.get(raw);
        if (raw == Object.class) {
            return true;
        }
        if (scalars != null) {
            return scalars.contains(value.type()) && (raw != LocalDate.class || isDay(value.date()));
        }
        if (raw == Document.class || type.isMap()) {
            return value.type() == FieldType.JSON && holdsAnyKey(type);
        }
        if (type.isCollectionLike()) {
            TypeInformation<?> element = type.getComponentType();
            return value.type() == FieldType.ARRAY
                    && (LISTS.contains(raw) || raw.isArray())
                    && (element == null || hold(element, value.element()));
        }
        return raw.isEnum() ? value.type() == FieldType.STRING : isConverted(raw, value.type());
    }

    private static boolean holdsAnyKey(TypeInformation<?> type) {
        TypeInformation<?> value = type.isMap() ? type.getMapValueType() : null;
        return type.getType() == Document.class
                || (isPlainMap(type) && (value == null || value.getType() == Object.class));
    }

    /** Returns whether the date is a day in UTC, the zone in which Spring Data reads and writes days. */
    private static boolean isDay(DateFormat format) {
        boolean epoch = format.pattern().startsWith("epoch-");
        return !epoch
                && format.zone().normalized().equals(DateFormat.ISO.zone())
                && !format.pattern().replaceAll("'[^']*'", "").matches(TIME_LETTERS);
    }

    private boolean isConverted(Class<?> raw, FieldType type) {
        Class<?> stored = STORED.get(type);
        return stored != null
                && conversions.getCustomWriteTarget(raw).filter(stored::equals).isPresent()
                && conversions.hasCustomReadTarget(stored, raw);
    }

    /** Returns the human-readable types of columns that the property can hold; empty without any. */
    private String words(TypeInformation<?> type) {
        Class<?> raw = type.getType();
        if (raw == LocalDate.class) {
            return "date, of a day in UTC without a time";
        }
        if (type.isCollectionLike() && raw != byte[].class) {
            TypeInformation<?> element = type.getComponentType();
            String of = element == null ? "string" : words(element);
            return of.isEmpty() || !(LISTS.contains(raw) || raw.isArray()) ? "" : "array of " + of;
        }
        return EnumSet.allOf(FieldType.class).stream()
                .filter(word -> word != FieldType.ARRAY && hold(type, FieldValue.of(word)))
                .map(FieldType::word)
                .collect(Collectors.joining(" or "));
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

    /** Returns the name after "a" or "an". */
    static String withArticle(String name) {
        return ("AEIOaeio".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
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
            this(text, CellType.of(FieldSpec.of(FieldType.OBJECTID)));
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

    /**
     * The kind of value of a column.
     *
     * @param type the type of the column or, for a constant, of its value
     * @param elementType the type of an array's elements, else the type itself
     * @param date the format of a date
     */
    record FieldValue(FieldType type, FieldType elementType, DateFormat date) {

        static FieldValue of(FieldType type) {
            return new FieldValue(type, type, DateFormat.ISO);
        }

        static FieldValue of(FieldSpec field) {
            FieldType type = field.type() == FieldType.CONSTANT ? constant(field.value()) : field.type();
            FieldType element = field.array() == null ? type : field.array().of();
            return new FieldValue(type, element, field.dateOrIso());
        }

        private static FieldType constant(@Nullable Object value) {
            if (value instanceof Long) {
                return FieldType.INT64;
            }
            if (value instanceof Double) {
                return FieldType.DOUBLE;
            }
            return value instanceof Boolean ? FieldType.BOOLEAN : FieldType.STRING;
        }

        FieldValue element() {
            return new FieldValue(elementType, elementType, date);
        }
    }
}
