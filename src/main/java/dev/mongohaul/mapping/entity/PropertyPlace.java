package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/**
 * Place of a value in a class and in its stored document.
 *
 * @param names the properties and keys, outermost first
 * @param stored their names in the document
 * @param position the index of the property in its class, the id first; 0 for a key of a map
 * @param type the type of the value
 * @param property null for a key of a map and for the class itself
 */
record PropertyPlace(
        EntityType<?> entity,
        List<String> names,
        List<String> stored,
        int position,
        TypeInformation<?> type,
        @Nullable MongoPersistentProperty property) {

    private static final String ID = "_id";
    private static final TypeInformation<Object> ANYTHING = TypeInformation.of(Object.class);

    /**
     * Returns the place of the path, whose dots lead to the properties of a class or to the keys of a map.
     *
     * @throws MappingException with the end of a sentence whose subject is the column
     */
    static PropertyPlace of(EntityType<?> entity, FieldPath path) {
        PropertyPlace place =
                new PropertyPlace(entity, List.of(), List.of(), 0, TypeInformation.of(entity.type()), null);
        for (String element : path.elements()) {
            place = place.within(element);
        }
        return place;
    }

    /** Returns the place of a property or key within this place. */
    PropertyPlace within(String name) {
        if (rawType() == Object.class || rawType() == Document.class) {
            return child(name, List.of(name), 0, ANYTHING, null);
        }
        if (type.isMap()) {
            TypeInformation<?> value = type.getMapValueType();
            return child(name, List.of(name), 0, value == null ? ANYTHING : value, null);
        }
        MongoPersistentEntity<?> owner = type.isCollectionLike()
                ? null
                : entity.converter().getMappingContext().getPersistentEntity(type);
        if (owner == null) {
            throw new MappingException("goes into " + name() + " of " + entity + ", but " + typeName()
                    + " has no properties: name another with to");
        }
        MongoPersistentProperty found = find(owner, name);
        if (found == null) {
            throw new NoPropertyException(missing(owner, name, names.isEmpty() ? name : name() + "." + name));
        }
        String problem = problem(owner, found);
        if (problem != null) {
            throw new MappingException(
                    "goes to " + found.getName() + " of " + owner.getType().getName() + ", which " + problem);
        }
        return child(
                found.getName(),
                List.of(found.getMongoField().getName().parts()),
                found.isIdProperty() ? -1 : properties(owner).indexOf(found),
                found.getTypeInformation(),
                found);
    }

    private PropertyPlace child(
            String name,
            List<String> storedNames,
            int index,
            TypeInformation<?> childType,
            @Nullable MongoPersistentProperty childProperty) {
        return new PropertyPlace(
                entity, with(names, List.of(name)), with(stored, storedNames), index, childType, childProperty);
    }

    FieldPath storedPath() {
        return new FieldPath(stored);
    }

    boolean isRootId() {
        return isId() && stored.size() == 1;
    }

    private boolean isId() {
        return property != null && property.isIdProperty();
    }

    /** Returns whether Spring Data stores a text of 24 hexadecimal digits as an ObjectId here. */
    boolean makesObjectIds() {
        return property != null && isId() && property.getFieldType() == ObjectId.class;
    }

    Class<?> rawType() {
        return type.getType();
    }

    String name() {
        return String.join(".", names);
    }

    String typeName() {
        return withArticle(rawType().getSimpleName());
    }

    /** Returns the name after "a" or "an". */
    static String withArticle(String name) {
        return ("AEIOaeio".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    /** Returns why no column can fill the property, as the end of a sentence whose subject it is; null if one can. */
    private static @Nullable String problem(MongoPersistentEntity<?> owner, MongoPersistentProperty property) {
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

    /** Finds the id property by the name of its field, too. */
    private static @Nullable MongoPersistentProperty find(MongoPersistentEntity<?> owner, String name) {
        MongoPersistentProperty property = owner.getPersistentProperty(name);
        return property == null && name.equals(ID) ? owner.getIdProperty() : property;
    }

    private static List<MongoPersistentProperty> properties(MongoPersistentEntity<?> owner) {
        return StreamSupport.stream(owner.spliterator(), false).toList();
    }

    private static String missing(MongoPersistentEntity<?> owner, String name, String path) {
        List<String> names = properties(owner).stream()
                .filter(property -> problem(owner, property) == null)
                .map(MongoPersistentProperty::getName)
                .toList();
        Optional<String> nearest = NearestName.of(name, names);
        return "goes to \"" + Printable.excerpt(path) + "\", but "
                + owner.getType().getName() + " has no such property; it has " + String.join(", ", names)
                + nearest.map(meant -> "; did you mean " + meant + "?").orElse(".");
    }

    private static <T> List<T> with(List<T> list, List<T> more) {
        return Stream.concat(list.stream(), more.stream()).toList();
    }
}
