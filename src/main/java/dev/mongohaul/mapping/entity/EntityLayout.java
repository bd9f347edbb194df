package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.layout.FieldNode;
import dev.mongohaul.mapping.layout.Layout;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Places of a file's columns in the documents of a class: the properties that they go to, the id property included. */
public final class EntityLayout {

    private static final FieldSpec TEXT = FieldSpec.of(FieldType.STRING);

    /** Types whose cells may be texts of 24 hexadecimal digits. */
    private static final Set<FieldType> TEXTS = Set.of(FieldType.STRING, FieldType.AUTO);

    private final MappingSpec spec;
    private final List<String> columns;
    private final EntityType<?> entity;
    private final Map<Integer, PropertyPlace> places = new HashMap<>();
    private final Map<Integer, PropertyPlace> ids = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final Layout layout;

    private EntityLayout(MappingSpec spec, EntityType<?> entity) {
        this.spec = spec;
        this.columns = spec.allColumns();
        this.entity = entity;
        if (spec.blanks() != Blanks.OMIT) {
            problems.add("with an entity a blank cell is a property that is not set: leave blanks out");
        }
        for (int column = 0; column < columns.size(); column++) {
            if (isKept(column)) {
                place(column);
            }
        }
        placeId();
        this.layout = newLayout();
    }

    /** Returns the layout, or throws a {@link MappingException} with all problems of the header, the fields and the class. */
    public static EntityLayout of(MappingSpec spec, EntityType<?> entity) {
        return new EntityLayout(spec, entity);
    }

    private Layout newLayout() {
        try {
            Layout made = Layout.of(translated(), idNames());
            problems.addAll(unfilled(skeleton(made.members())));
            if (problems.isEmpty()) {
                return made;
            }
        } catch (MappingException e) {
            problems.addAll(e.problems());
        }
        throw new MappingException(problems);
    }

    /** Returns the layout with the names that Spring Data gives the properties. */
    public Layout layout() {
        return layout;
    }

    /** Returns the columns of {@code _id} whose texts of 24 hexadecimal digits Spring Data stores as ObjectIds. */
    public Set<Integer> objectIdTexts() {
        return ids.entrySet().stream()
                .filter(id -> id.getValue().makesObjectIds()
                        && TEXTS.contains(field(id.getKey()).type()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Ignores columns for which the whole file is refused. */
    private boolean isKept(int column) {
        String name = columns.get(column);
        FieldSpec listed = spec.fields().get(name);
        return listed != null
                ? !listed.isSkipped()
                : (spec.unlisted() == Unlisted.KEEP && !spec.leftOut().contains(name))
                        || (spec.unlisted() == Unlisted.REFUSE
                                && spec.idColumns().contains(name));
    }

    private void place(int column) {
        try {
            places.put(column, PropertyPlace.of(entity, field(column).pathOf(columns.get(column))));
        } catch (NoPropertyException e) {
            problems.add(label(column) + " " + e.getMessage() + advice(column));
        } catch (MappingException e) {
            problems.add(label(column) + " " + e.getMessage());
        }
    }

    private String advice(int column) {
        String name = columns.get(column);
        boolean id = spec.idColumns().equals(List.of(name));
        return " Name one with fields." + Printable.excerpt(name) + ".to"
                + (id ? " (_id makes it the id alone)" : ", or leave the column out with unlisted: drop");
    }

    private void placeId() {
        try {
            PropertyPlace id = PropertyPlace.of(entity, FieldPath.ID);
            List<Integer> indexes = idColumns();
            String problem = idProblem(id, indexes);
            if (problem != null) {
                problems.add(problem);
            } else if (indexes.size() == 1) {
                ids.put(indexes.get(0), id);
            } else {
                indexes.forEach(column -> placeWithinId(column, id));
            }
        } catch (MappingException e) {
            problems.add("the id " + e.getMessage());
        }
    }

    /** Returns the columns that make the id, because the job file names them or because they go there. */
    private List<Integer> idColumns() {
        if (!spec.idColumns().isEmpty()) {
            return spec.idColumns().stream()
                    .map(columns::indexOf)
                    .filter(column -> column >= 0)
                    .toList();
        }
        return places.entrySet().stream()
                .filter(placed -> placed.getValue().isRootId())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private @Nullable String idProblem(PropertyPlace id, List<Integer> indexes) {
        String label = "the id property " + id.name() + " of " + entity;
        Class<?> raw = id.rawType();
        Class<?> stored = Objects.requireNonNull(id.property()).getFieldType();
        boolean entityId = id.property().isEntity();
        if (stored != ObjectId.class && stored != raw && !(entityId && stored == Document.class)) {
            return label + " is stored as " + PropertyPlace.withArticle(stored.getSimpleName())
                    + ": leave the type out of @MongoId";
        }
        boolean generated = spec.idColumns().isEmpty() && indexes.isEmpty();
        boolean holdsObjectId = raw == ObjectId.class || raw == Object.class || (raw == String.class && stored != raw);
        if (generated && !holdsObjectId) {
            return label + ", " + id.typeName() + ", cannot be a generated ObjectId: "
                    + (raw == String.class ? "annotate it with @Id in place of @MongoId" : "make it an ObjectId")
                    + ", or name the columns of the id with target.id";
        }
        boolean holdsSeveral = entityId || raw == Object.class || raw == Map.class || raw == Document.class;
        return spec.idColumns().size() > 1 && !holdsSeveral
                ? label + ", " + id.typeName() + ", cannot be made of several columns: make it an Object, a"
                        + " Map<String, Object> or a class with their names"
                : null;
    }

    private void placeWithinId(int column, PropertyPlace id) {
        try {
            ids.put(column, id.within(columns.get(column)));
        } catch (MappingException e) {
            problems.add(label(column) + " of the id " + e.getMessage());
        }
    }

    private FieldSpec field(int column) {
        return spec.fields().getOrDefault(columns.get(column), TEXT);
    }

    private String label(int column) {
        return "column \"" + Printable.excerpt(columns.get(column)) + '"';
    }

    /** Returns the mapping with the names of the stored fields in place of those of the properties. */
    private MappingSpec translated() {
        Map<String, FieldSpec> fields = new LinkedHashMap<>(spec.fields());
        places.forEach((column, place) -> fields.put(
                columns.get(column), ofConstants(field(column), place).to(place.storedPath())));
        // The order in which Spring Data writes the properties of an id.
        List<String> id = spec.idColumns().size() < 2 || ids.isEmpty()
                ? spec.idColumns()
                : ids.entrySet().stream()
                        .sorted(Comparator.comparingInt(
                                entry -> entry.getValue().position()))
                        .map(entry -> columns.get(entry.getKey()))
                        .toList();
        return new MappingSpec(
                spec.columns(), fields, spec.unlisted(), spec.blanks(), spec.nulls(), spec.leftOut(), id);
    }

    /** Returns the field with the constants of an enum as the only values. */
    private static FieldSpec ofConstants(FieldSpec field, PropertyPlace place) {
        return place.rawType().isEnum() && field.type() == FieldType.STRING && field.oneOf() == null
                ? field.withOneOf(Arrays.stream(place.rawType().getEnumConstants())
                        .map(constant -> ((Enum<?>) constant).name())
                        .toList())
                : field;
    }

    private Map<Integer, String> idNames() {
        return ids.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, id -> {
            List<String> stored = id.getValue().stored();
            return stored.get(stored.size() - 1);
        }));
    }

    /** Returns the nested documents that columns make, without their values. */
    private static Document skeleton(List<FieldNode> members) {
        Document document = new Document();
        members.forEach(member -> {
            if (member instanceof FieldNode.Nested nested) {
                document.append(nested.name().toString(), skeleton(nested.members()));
            }
        });
        return document;
    }

    /** Returns the fields that documents of the class have although no cell fills them. */
    private List<String> unfilled(Document empty) {
        List<String> unfilled = new ArrayList<>();
        try {
            collectUnfilled(empty, entity.rewritten(empty), unfilled);
        } catch (RuntimeException aConstructorThatRefusesNulls) {
            return List.of();
        }
        return unfilled;
    }

    private void collectUnfilled(Document empty, Document written, List<String> unfilled) {
        written.forEach((name, value) -> {
            if (!empty.containsKey(name)) {
                unfilled.add("a " + entity + " in which no cell is filled has \"" + Printable.excerpt(name) + "\": "
                        + Printable.excerpt(String.valueOf(value))
                        + ": have the class leave it null, so that a blank cell stores nothing");
            } else if (empty.get(name) instanceof Document within && value instanceof Document nested) {
                collectUnfilled(within, nested, unfilled);
            }
        });
    }
}
