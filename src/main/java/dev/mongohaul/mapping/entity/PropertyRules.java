package dev.mongohaul.mapping.entity;

import org.jspecify.annotations.Nullable;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;
import org.springframework.util.ClassUtils;

/** Which properties columns can go to, and which a class cannot have at all. */
final class PropertyRules {

    private PropertyRules() {}

    /** Why no column can go to the property, as the rest of a sentence that begins with it; null where one can. */
    static @Nullable String problem(MongoPersistentEntity<?> owner, MongoPersistentProperty property) {
        if (!property.isWritable()) {
            return "is read-only: Spring Data does not write it";
        }
        if (property.isAssociation()) {
            return "refers to another document, which an import does not make";
        }
        if (property.isUnwrapped()) {
            return "is unwrapped, which an import cannot fill: give its class a field of its own";
        }
        if (property.isAnnotationPresent(ValueConverter.class)) {
            return "is converted by a ValueConverter of its own, which not every writer asks: leave the annotation out";
        }
        if (property.hasExplicitWriteTarget() && !property.isIdProperty()) {
            return "has a targetType: leave it out of @Field, the column's type says what is stored";
        }
        boolean settable = !property.isImmutable() || property.getWither() != null || owner.isCreatorArgument(property);
        return settable ? null : "cannot be set: it is final, and no parameter of the constructor has its name";
    }

    /** Why documents would have a field that no cell fills, in one line; null where they would not. */
    static @Nullable String unfilled(MongoPersistentEntity<?> owner, MongoPersistentProperty property) {
        String label = property.getName() + " of " + owner.getType().getName();
        Class<?> type = property.getType();
        if (type.isPrimitive() && property.isWritable()) {
            return label + " is " + ClassNames.withArticle(type.getSimpleName())
                    + ", which is stored even where a cell is blank: make it "
                    + ClassNames.withArticle(
                            ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName());
        }
        return property.writeNullValues() && property.isWritable()
                ? label + " is stored as null where a cell is blank: leave write = ALWAYS out of @Field"
                : null;
    }
}
