package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.entity.CellRules.ObjectIdTextType;
import dev.mongohaul.mapping.entity.PropertyPaths.PropertyPlace;
import dev.mongohaul.mapping.entity.PropertyTypes.FieldValue;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;
import org.springframework.util.ClassUtils;

/** Check whether a property can hold the values of a column. */
final class ColumnFit {

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

    private final EntityType<?> entity;
    private final PropertyTypes types;

    ColumnFit(EntityType<?> entity) {
        this.entity = entity;
        this.types = new PropertyTypes(entity.converter().getCustomConversions());
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
                return "is " + ClassRules.withArticle(field.type().word())
                        + ", of which Spring Data may make an ObjectId for " + place.name() + " of " + entity
                        + ": annotate it with @MongoId, which keeps ids as they are";
            }
        }
        return types.hold(boxed(place.type()), value) ? null : mismatch(field, listed, boxed(place.type()), place);
    }

    /** Ignores that the type is primitive, which is a problem of its own. */
    private static TypeInformation<?> boxed(TypeInformation<?> type) {
        return type.getType().isPrimitive()
                ? TypeInformation.of(ClassUtils.resolvePrimitiveIfNecessary(type.getType()))
                : type;
    }

    private String mismatch(FieldSpec field, boolean listed, TypeInformation<?> type, PropertyPlace place) {
        String words = types.words(type);
        String what = listed
                ? "is " + ClassRules.withArticle(field.type().word()) + ", but goes to "
                : "is text since it is not under fields, but goes to ";
        String target = place.name() + " of " + entity + ", " + place.typeName();
        return what
                + target
                + (words.isEmpty()
                        ? unfillable(place)
                        : (listed ? ": it takes " : ": list it under fields as ") + words);
    }

    private String unfillable(PropertyPlace place) {
        if (place.type().isCollectionLike()) {
            return ", which does not keep all elements in their order: make it a List";
        }
        return isEntity(place)
                ? ", which is filled by columns such as " + place.name() + "." + firstProperty(place)
                : ", which no type of column fits: give the property another class";
    }

    private boolean isEntity(PropertyPlace place) {
        return place.property() != null
                && place.property().isEntity()
                && !place.type().isCollectionLike();
    }

    private String firstProperty(PropertyPlace place) {
        return PropertyPaths.properties(
                        entity.converter().getMappingContext().getRequiredPersistentEntity(place.type()))
                .stream()
                .findFirst()
                .map(MongoPersistentProperty::getName)
                .orElse("name");
    }

    /** Returns whether Spring Data makes ObjectIds of the id's values if it can. */
    static boolean makesObjectIds(PropertyPlace id) {
        return Objects.requireNonNull(id.property()).getFieldType() == ObjectId.class;
    }

    /** Returns the restriction of the column within the id. */
    static UnaryOperator<CellType> idRule(PropertyPlace place, FieldType type) {
        return place.isId() && type == FieldType.STRING && makesObjectIds(place)
                ? ObjectIdTextType::new
                : UnaryOperator.identity();
    }
}
