package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.entity.PropertyPaths.NoPropertyException;
import dev.mongohaul.mapping.entity.PropertyPaths.PropertyPlace;
import dev.mongohaul.mapping.layout.Layout.Arrangement;
import dev.mongohaul.mapping.type.Blanks;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.mapping.type.Unlisted;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** The properties that columns go to, the id property included, and the problems on the way. */
final class PropertyColumns {

    private static final FieldSpec TEXT = FieldSpec.of(FieldType.STRING);

    private final MappingSpec spec;
    private final List<String> columns;
    private final EntityType<?> entity;
    private final PropertyPaths paths;
    private final ColumnFit fit;
    private final Map<Integer, PropertyPlace> places = new HashMap<>();
    private final Map<Integer, UnaryOperator<CellType>> everywhere = new HashMap<>();
    private final Map<Integer, UnaryOperator<CellType>> asId = new HashMap<>();
    private final Map<Integer, PropertyPlace> withinId = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    PropertyColumns(MappingSpec spec, EntityType<?> entity, PropertyPaths paths) {
        this.spec = spec;
        this.columns = spec.allColumns();
        this.entity = entity;
        this.paths = paths;
        this.fit = new ColumnFit(entity);
    }

    /** Finds the places of all columns, then those of the id. */
    void place() {
        if (spec.blanks() != Blanks.OMIT) {
            problems.add("with an entity a blank cell is a property that is not set: leave blanks out");
        }
        for (int column = 0; column < columns.size(); column++) {
            if (isKept(column)) {
                place(column);
            }
        }
        placeId();
    }

    /** Ignores columns for which the whole file is refused. */
    private boolean isKept(int column) {
        String name = columns.get(column);
        return spec.fields().containsKey(name)
                || spec.unlisted() == Unlisted.KEEP
                || (spec.unlisted() == Unlisted.REFUSE && spec.idColumns().contains(name));
    }

    private void place(int column) {
        try {
            PropertyPlace place = paths.place(field(column).pathOf(columns.get(column)));
            places.put(column, place);
            if (!isRootId(place)) {
                fit(column, place, everywhere);
            }
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

    private static boolean isRootId(PropertyPlace place) {
        return place.isId() && place.stored().size() == 1;
    }

    private void placeId() {
        try {
            PropertyPlace id = paths.place(FieldPath.of("_id"));
            List<Integer> indexes = idColumns();
            String problem = idProblem(id, indexes);
            if (problem != null) {
                problems.add(problem);
            } else if (indexes.size() == 1) {
                fit(indexes.get(0), id, asId);
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
                .filter(placed -> isRootId(placed.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private @Nullable String idProblem(PropertyPlace id, List<Integer> indexes) {
        String label = "the id property " + id.name() + " of " + entity;
        Class<?> stored = Objects.requireNonNull(id.property()).getFieldType();
        boolean entityId = id.property().isEntity();
        if (stored != ObjectId.class && stored != id.rawType() && !(entityId && stored == Document.class)) {
            return label + " is stored as " + ClassRules.withArticle(stored.getSimpleName())
                    + ": leave the type out of @MongoId";
        }
        boolean generated = spec.idColumns().isEmpty() && indexes.isEmpty();
        if (generated && !takesGenerated(id)) {
            return label + ", " + id.typeName() + ", cannot be a generated ObjectId: "
                    + (id.rawType() == String.class
                            ? "annotate it with @Id in place of @MongoId"
                            : "make it an ObjectId")
                    + ", or name the columns of the id with target.id";
        }
        boolean several = spec.idColumns().size() > 1;
        return several && !(entityId || holdsKeys(id))
                ? label + ", " + id.typeName() + ", cannot be made of several columns: make it an Object, a"
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
                || (id.type().isMap() && PropertyTypes.isPlainMap(id.type()));
    }

    private void placeWithinId(int column, PropertyPlace id) {
        try {
            PropertyPlace place = paths.within(id, columns.get(column));
            withinId.put(column, place);
            fit(column, place, asId);
        } catch (MappingException e) {
            problems.add(label(column) + " of the id " + e.getMessage());
        }
    }

    private void fit(int column, PropertyPlace place, Map<Integer, UnaryOperator<CellType>> ids) {
        FieldSpec field = field(column);
        boolean listed = spec.fields().containsKey(columns.get(column));
        String problem = fit.problem(field, listed, place);
        if (problem != null) {
            problems.add(label(column) + " " + problem);
            return;
        }
        everywhere.merge(column, PropertyTypes.rule(place.rawType(), field.type()), PropertyColumns::both);
        ids.merge(column, ColumnFit.idRule(place, field.type()), PropertyColumns::both);
    }

    private static UnaryOperator<CellType> both(UnaryOperator<CellType> one, UnaryOperator<CellType> other) {
        return cells -> other.apply(one.apply(cells));
    }

    private FieldSpec field(int column) {
        return spec.fields().getOrDefault(columns.get(column), TEXT);
    }

    private String label(int column) {
        return "column \"" + Printable.excerpt(columns.get(column)) + '"';
    }

    List<String> problems() {
        return problems;
    }

    CellRules rules() {
        return new CellRules(everywhere, asId);
    }

    /** Returns the mapping with the names of the stored fields in place of those of the properties. */
    MappingSpec translated() {
        Map<String, FieldSpec> fields = new LinkedHashMap<>(spec.fields());
        places.forEach(
                (column, place) -> fields.put(columns.get(column), field(column).to(place.storedPath())));
        return new MappingSpec(
                spec.columns(), fields, spec.unlisted(), spec.blanks(), spec.nulls(), spec.leftOut(), translatedId());
    }

    private List<String> translatedId() {
        if (withinId.isEmpty()) {
            return spec.idColumns();
        }
        return withinId.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getValue().position(), PropertyPlace::compare))
                .map(entry -> columns.get(entry.getKey()))
                .toList();
    }

    Arrangement arrangement() {
        Map<Integer, String> idNames = new HashMap<>();
        withinId.forEach((column, place) ->
                idNames.put(column, place.stored().get(place.stored().size() - 1)));
        return new Arrangement(
                IntStream.range(0, columns.size())
                        .boxed()
                        .sorted(Comparator.comparing(this::position, PropertyPlace::compare))
                        .toList(),
                idNames);
    }

    private List<Integer> position(int column) {
        PropertyPlace place = places.get(column);
        return place == null ? List.of(Integer.MAX_VALUE) : place.position();
    }
}
