package dev.mongohaul.writer.raw;

import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
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
                entity.forEach(property -> problem(property, entity).ifPresent(problems::add));
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "the writer raw cannot store this entity as Spring Data does, use another writer: "
                            + String.join("; ", problems));
        }
    }

    private static Optional<String> problem(MongoPersistentProperty property, MongoPersistentEntity<?> entity) {
        return problem(property)
                .or(() -> idOfSuperclass(property, entity))
                .map(problem -> "%s of %s %s"
                        .formatted(property.getName(), entity.getType().getName(), problem));
    }

    /** Such a property would be stored as {@code _id}, because Jackson reports the declaring class of a field only. */
    private static Optional<String> idOfSuperclass(MongoPersistentProperty property, MongoPersistentEntity<?> entity) {
        Field field = property.getField();
        boolean inherited = field != null && field.getDeclaringClass() != entity.getType();
        return inherited && property.isIdProperty() && !entity.isIdProperty(property)
                ? Optional.of("is the id of its superclass only")
                : Optional.empty();
    }

    private static Optional<String> problem(MongoPersistentProperty property) {
        if (property.isAssociation()) {
            return Optional.of("is a reference to another document");
        }
        if (property.isUnwrapped()) {
            return Optional.of("is unwrapped");
        }
        if (property.isAnnotationPresent(ValueConverter.class)) {
            return Optional.of("has a converter of its own");
        }
        if (property.getMongoField().getName().parts().length > 1) {
            return Optional.of("is stored by the path " + property.getFieldName());
        }
        if (property.getField() == null || property.usePropertyAccess()) {
            return Optional.of("is not read from a field");
        }
        return isConverted(property)
                ? Optional.of("is stored as " + property.getFieldType().getSimpleName())
                : Optional.empty();
    }

    private static boolean isConverted(MongoPersistentProperty property) {
        Class<?> stored = property.getFieldType();
        boolean decimal = property.getType() == BigDecimal.class && stored == Decimal128.class;
        boolean id = property.isIdProperty() && (stored == ObjectId.class || stored == Document.class);
        return stored != property.getType() && !decimal && !id;
    }
}
