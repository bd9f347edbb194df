package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.layout.Arrangement;
import dev.mongohaul.mapping.layout.Layout;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Places of a file's columns in the documents of a class: the properties that they go to, the id property included. */
public final class EntityLayout {

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
    private final Layout layout;

    private EntityLayout(MappingSpec spec, EntityType<?> entity) {
        this.spec = spec;
        this.columns = spec.allColumns();
        this.entity = entity;
        this.paths = new PropertyPaths(entity);
        this.fit = new ColumnFit(entity);
        if (spec.blanks() != Blanks.OMIT) {
            problems.add("with an entity a blank cell is a property that is not set: leave blanks out");
        }
        for (int column = 0; column < columns.size(); column++) {
            if (isKept(column)) {
                place(column);
            }
        }
        placeId();
        problems.addAll(unfilled(entity, paths.owners()));
        this.layout = newLayout();
    }

    /** Returns the layout, or throws a {@link MappingException} with all problems of the header, the fields and the class. */
    public static EntityLayout of(MappingSpec spec, EntityType<?> entity) {
        return new EntityLayout(spec, entity);
    }

    private Layout newLayout() {
        try {
            Layout made = Layout.of(translated(), arrangement());
            if (problems.isEmpty()) {
                return made;
            }
        } catch (MappingException e) {
            problems.addAll(e.problems());
        }
        throw new MappingException(problems);
    }

    /** Returns the layout with the names and the order that Spring Data gives the properties. */
    public Layout layout() {
        return layout;
    }

    /** Returns the restrictions of cells, so that their properties can hold them. */
    public CellRules rules() {
        return new CellRules(everywhere, asId);
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
            PropertyPlace id = paths.place(FieldPath.ID);
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
            return label + " is stored as " + PropertyPlace.withArticle(stored.getSimpleName())
                    + ": leave the type out of @MongoId";
        }
        boolean generated = spec.idColumns().isEmpty() && indexes.isEmpty();
        if (generated && !fit.holds(new ObjectId(1, 1), id)) {
            return label + ", " + id.typeName() + ", cannot be a generated ObjectId: "
                    + (id.rawType() == String.class
                            ? "annotate it with @Id in place of @MongoId"
                            : "make it an ObjectId")
                    + ", or name the columns of the id with target.id";
        }
        boolean several = spec.idColumns().size() > 1;
        return several && !entityId && !fit.holds(ColumnFit.object(), id)
                ? label + ", " + id.typeName() + ", cannot be made of several columns: make it an Object, a"
                        + " Map<String, Object> or a class with their names"
                : null;
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
        everywhere.merge(column, ColumnFit.rule(place.rawType(), field.type()), EntityLayout::both);
        ids.merge(column, ColumnFit.idRule(place, field.type()), EntityLayout::both);
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

    /** Returns the mapping with the names of the stored fields in place of those of the properties. */
    private MappingSpec translated() {
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

    private Arrangement arrangement() {
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

    /**
     * Returns the fields that documents of the class have although no cell fills them, which not every writer would store.
     *
     * @param nested stored paths of the documents that columns go through
     */
    private static <E> List<String> unfilled(EntityType<E> entity, Set<List<String>> nested) {
        Document empty = new Document();
        nested.forEach(path -> addNested(empty, path));
        Document written;
        try {
            written = entity.write(entity.converter().read(entity.type(), empty));
        } catch (RuntimeException aConstructorThatRefusesNulls) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        collectUnfilled(entity, empty, written, problems);
        return problems;
    }

    private static void addNested(Document document, List<String> path) {
        Document nested = document;
        for (String name : path) {
            nested = (Document) nested.computeIfAbsent(name, absent -> new Document());
        }
    }

    private static void collectUnfilled(EntityType<?> entity, Document empty, Document written, List<String> problems) {
        written.forEach((name, value) -> {
            if (!empty.containsKey(name)) {
                problems.add("a " + entity + " in which no cell is filled has \"" + Printable.excerpt(name) + "\": "
                        + Printable.excerpt(String.valueOf(value))
                        + ": have the class leave it null, so that every writer stores the same");
            } else if (empty.get(name) instanceof Document within && value instanceof Document nested) {
                collectUnfilled(entity, within, nested, problems);
            }
        });
    }
}
