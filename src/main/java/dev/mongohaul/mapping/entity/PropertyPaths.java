package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/** Paths of columns through the properties of a class, with the classes and the keys of maps on the way. */
final class PropertyPaths {

    private static final String ID = "_id";
    private static final TypeInformation<Object> ANYTHING = TypeInformation.of(Object.class);

    private final EntityType<?> entity;
    private final Set<List<String>> owners = new LinkedHashSet<>();
    private final Map<List<String>, List<String>> keys = new HashMap<>();

    PropertyPaths(EntityType<?> entity) {
        this.entity = entity;
        owners.add(List.of());
    }

    /** Returns the stored paths of the documents met so far. */
    Set<List<String>> owners() {
        return owners;
    }

    /**
     * Returns the place of the path, whose dots lead to the properties of a class or to the keys of a map.
     *
     * @throws MappingException with the end of a sentence whose subject is the column
     */
    PropertyPlace place(FieldPath path) {
        PropertyPlace place =
                new PropertyPlace(List.of(), List.of(), List.of(), TypeInformation.of(entity.type()), null);
        for (String element : path.elements()) {
            place = within(place, element);
        }
        return place;
    }

    /** Returns the place of a property or key within another place. */
    PropertyPlace within(PropertyPlace place, String name) {
        TypeInformation<?> type = place.type();
        if (type.getType() == Object.class || type.getType() == Document.class) {
            return key(place, name, ANYTHING);
        }
        if (type.isMap()) {
            if (!ColumnFit.isPlainMap(type)) {
                throw new MappingException("goes into " + place.name() + " of " + entity + ", " + place.typeName()
                        + ", which does not keep keys of text in their order: make it a Map<String, Object>");
            }
            TypeInformation<?> value = type.getMapValueType();
            return key(place, name, value == null ? ANYTHING : value);
        }
        MongoPersistentEntity<?> owner = type.isCollectionLike()
                ? null
                : entity.converter().getMappingContext().getPersistentEntity(type);
        if (owner == null) {
            throw new MappingException("goes into " + place.name() + " of " + entity + ", but " + place.typeName()
                    + " has no properties: name another with to");
        }
        owners.add(place.stored());
        return property(place, owner, name);
    }

    private PropertyPlace key(PropertyPlace place, String name, TypeInformation<?> type) {
        List<String> met = keys.computeIfAbsent(place.stored(), map -> new ArrayList<>());
        if (!met.contains(name)) {
            met.add(name);
        }
        return place.child(name, List.of(name), met.indexOf(name), type, null);
    }

    private static PropertyPlace property(PropertyPlace place, MongoPersistentEntity<?> owner, String name) {
        MongoPersistentProperty property = find(owner, name);
        if (property == null) {
            throw new NoPropertyException(
                    missing(owner, name, place.names().isEmpty() ? name : place.name() + "." + name));
        }
        String problem = problem(owner, property);
        if (problem != null) {
            throw new MappingException(
                    "goes to " + property.getName() + " of " + owner.getType().getName() + ", which " + problem);
        }
        // The position in which Spring Data writes the property: the id first, then the others as it lists them.
        int position = property.isIdProperty() ? -1 : properties(owner).indexOf(property);
        return place.child(
                property.getName(),
                List.of(property.getMongoField().getName().parts()),
                position,
                property.getTypeInformation(),
                property);
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

    static List<MongoPersistentProperty> properties(MongoPersistentEntity<?> owner) {
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
}
