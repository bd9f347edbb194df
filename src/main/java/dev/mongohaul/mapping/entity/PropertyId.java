package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.MappingSpec;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Takes what makes {@code _id} to the id property.
 *
 * @param entity with one
 */
record PropertyId(MappingSpec spec, EntityType<?> entity, PropertyPaths paths, PropertyColumns columns) {

    void place() {
        try {
            PropertyPlace id = paths.place(FieldPath.of("_id"));
            String problem = problem(id);
            if (problem != null) {
                columns.refuse(problem);
                return;
            }
            List<Integer> indexes = columns.idColumns();
            if (indexes.size() == 1) {
                columns.placeId(indexes.get(0), id);
            }
            if (indexes.size() > 1) {
                indexes.forEach(column -> columns.placeWithinId(column, id));
            }
        } catch (MappingException e) {
            columns.refuse("the id " + e.getMessage());
        }
    }

    private @Nullable String problem(PropertyPlace id) {
        Class<?> stored = Objects.requireNonNull(id.property()).getFieldType();
        boolean entityId = id.property().isEntity();
        if (stored != ObjectId.class && stored != id.rawType() && !(entityId && stored == Document.class)) {
            return label(id) + " is stored as " + ClassNames.withArticle(stored.getSimpleName())
                    + ": leave the type out of @MongoId";
        }
        boolean generated = spec.idColumns().isEmpty() && columns.idColumns().isEmpty();
        if (generated && !takesGenerated(id)) {
            return label(id) + ", " + id.typeName() + ", cannot be a generated ObjectId: "
                    + (id.rawType() == String.class
                            ? "annotate it with @Id in place of @MongoId"
                            : "make it an ObjectId")
                    + ", or name the columns of the id with target.id";
        }
        boolean several = spec.idColumns().size() > 1;
        return several && !(entityId || holdsKeys(id))
                ? label(id) + ", " + id.typeName() + ", cannot be made of several columns: make it an Object, a"
                        + " Map<String, Object> or a class with their names"
                : null;
    }

    private static boolean takesGenerated(PropertyPlace id) {
        return id.rawType() == Object.class
                || id.rawType() == ObjectId.class
                || (id.rawType() == String.class && ColumnFit.makesObjectIds(id));
    }

    private static boolean holdsKeys(PropertyPlace id) {
        return id.rawType() == Object.class
                || id.rawType() == Document.class
                || (id.type().isMap() && HeldTypes.isPlainMap(id.type()));
    }

    private String label(PropertyPlace id) {
        return "the id property " + id.name() + " of " + entity;
    }
}
