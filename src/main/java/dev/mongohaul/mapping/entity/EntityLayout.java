package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.layout.Layout;
import dev.mongohaul.mapping.type.MappingException;
import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.Document;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;

/**
 * Places of a file's columns in the documents of a class.
 *
 * @param layout with the names and the order that Spring Data gives the properties
 * @param rules the restrictions of cells, so that their properties can hold them
 */
public record EntityLayout(Layout layout, CellRules rules) {

    /**
     * Returns the layout of a file whose columns go to the properties of the class.
     *
     * @throws MappingException with all problems of the header, the fields and the class
     */
    public static EntityLayout of(MappingSpec spec, EntityType<?> entity) {
        PropertyPaths paths = new PropertyPaths(entity);
        PropertyColumns columns = new PropertyColumns(spec, entity, paths);
        columns.place();
        List<String> problems = new ArrayList<>(columns.problems());
        problems.addAll(unfilled(entity, paths.owners()));
        Layout layout = null;
        try {
            layout = Layout.of(columns.translated(), columns.arrangement());
        } catch (MappingException e) {
            if (problems.isEmpty()) {
                throw e;
            }
            problems.addAll(e.problems());
        }
        if (layout == null || !problems.isEmpty()) {
            throw new MappingException(problems);
        }
        return new EntityLayout(layout, columns.rules());
    }

    /**
     * Returns the fields that documents of the class have although no cell fills them, which not every writer would store.
     *
     * @param owners the classes that columns go through, by the stored paths of their documents
     */
    private static List<String> unfilled(EntityType<?> entity, Map<List<String>, MongoPersistentEntity<?>> owners) {
        List<String> problems = owners.values().stream()
                .distinct()
                .flatMap(owner ->
                        PropertyPaths.properties(owner).stream().map(property -> ClassRules.unfilled(owner, property)))
                .filter(Objects::nonNull)
                .toList();
        return problems.isEmpty() ? written(entity, owners) : problems;
    }

    /** Returns the fields that the class writes for a document without values. */
    private static <E> List<String> written(EntityType<E> entity, Map<List<String>, MongoPersistentEntity<?>> owners) {
        Document empty = new Document();
        owners.keySet().forEach(path -> addNested(empty, path));
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
