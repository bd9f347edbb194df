package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.entity.CellRules.CharacterType;
import dev.mongohaul.mapping.entity.CellRules.ConstantNameType;
import dev.mongohaul.mapping.entity.CellRules.JsonObjectType;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.DateFormat;
import dev.mongohaul.mapping.type.DecimalType;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

/**
 * The types of values that a property can hold and return unchanged.
 *
 * @param conversions the converters of Spring Data, which may store a class as another type
 */
record PropertyTypes(CustomConversions conversions) {

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

    /** Returns whether the map keeps text keys in their order. */
    static boolean isPlainMap(TypeInformation<?> type) {
        TypeInformation<?> key = type.getComponentType();
        Class<?> raw = type.getType();
        return (raw == Map.class || raw == LinkedHashMap.class)
                && (key == null || key.getType() == String.class || key.getType() == Object.class);
    }

    boolean hold(TypeInformation<?> type, FieldValue value) {
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
            return value.type() == FieldType.ARRAY
                    && (LISTS.contains(raw) || raw.isArray())
                    && holdElements(type, value);
        }
        return raw.isEnum() ? value.type() == FieldType.STRING : isConverted(raw, value.type());
    }

    private boolean holdElements(TypeInformation<?> type, FieldValue value) {
        TypeInformation<?> element = type.getComponentType();
        return element == null || hold(element, value.element());
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
    String words(TypeInformation<?> type) {
        Class<?> raw = type.getType();
        if (raw == LocalDate.class) {
            return "date, of a day in UTC without a time";
        }
        if (raw == Document.class || type.isMap()) {
            return holdsAnyKey(type) ? "json" : "";
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

    /** Returns the restriction of cells for a property of the class, in addition to their type. */
    static UnaryOperator<CellType> rule(Class<?> raw, FieldType type) {
        if (raw.isEnum() && type == FieldType.STRING) {
            return cells -> new ConstantNameType(cells, raw);
        }
        if (raw == Character.class) {
            return CharacterType::new;
        }
        if (raw == BigDecimal.class) {
            return cells -> cells instanceof DecimalType decimal ? decimal.withoutSignedZero() : cells;
        }
        return type == FieldType.JSON && raw != Object.class ? JsonObjectType::new : UnaryOperator.identity();
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
