package dev.mongohaul.writer.raw;

import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/** Check of entities for properties that Spring Data stores in a way that the encoder does not support. */
final class EntityCheck {

    private EntityCheck() {}

    /** @throws IllegalArgumentException with all unsupported properties */
    static void check(Iterable<? extends MongoPersistentEntity<?>> entities) {
        List<String> problems = new ArrayList<>();
        for (MongoPersistentEntity<?> entity : entities) {
            if (!ForeignTypes.includes(entity.getType())) {
                entity.forEach(property -> {
                    String problem = problem(property, entity);
                    if (problem != null) {
                        problems.add(
                                property.getName() + " of " + entity.getType().getName() + " " + problem);
                    }
                });
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "the writer raw cannot store this entity as Spring Data does, use another writer: "
                            + String.join("; ", problems));
        }
    }

    private static @Nullable String problem(MongoPersistentProperty property, MongoPersistentEntity<?> entity) {
        if (property.isAssociation()) {
            return "is a reference to another document";
        }
        if (property.isUnwrapped()) {
            return "is unwrapped";
        }
        if (property.isAnnotationPresent(ValueConverter.class)) {
            return "has a converter of its own";
        }
        if (property.getMongoField().getName().parts().length > 1) {
            return "is stored by the path " + property.getFieldName();
        }
        Field field = property.getField();
        if (field == null || property.usePropertyAccess()) {
            return "is not read from a field";
        }
        if (isConverted(property)) {
            return "is stored as " + property.getFieldType().getSimpleName();
        }
        // It would be stored as _id, because Jackson reports the declaring class of a field only.
        boolean inherited = field.getDeclaringClass() != entity.getType();
        return inherited && property.isIdProperty() && !entity.isIdProperty(property)
                ? "is the id of its superclass only"
                : null;
    }

    private static boolean isConverted(MongoPersistentProperty property) {
        Class<?> stored = property.getFieldType();
        boolean decimal = property.getType() == BigDecimal.class && stored == Decimal128.class;
        boolean id = property.isIdProperty() && (stored == ObjectId.class || stored == Document.class);
        return stored != property.getType() && !decimal && !id;
    }
}
