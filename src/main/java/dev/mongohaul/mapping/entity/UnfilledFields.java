package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.entity.ClassRules.PropertyRules;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.Document;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;

/** Finds the fields that a class's documents have though no cell fills them, which not every writer would store. */
final class UnfilledFields {

    private UnfilledFields() {}

    /** @param owners the classes that columns go through, by the stored paths of their documents */
    static List<String> problems(EntityType<?> entity, Map<List<String>, MongoPersistentEntity<?>> owners) {
        List<String> problems = owners.values().stream()
                .distinct()
                .flatMap(owner -> PropertyPaths.properties(owner).stream()
                        .map(property -> PropertyRules.unfilled(owner, property)))
                .filter(Objects::nonNull)
                .toList();
        return problems.isEmpty() ? written(entity, owners) : problems;
    }

    /** What the class writes of a document in which nothing is filled. */
    private static List<String> written(EntityType<?> entity, Map<List<String>, MongoPersistentEntity<?>> owners) {
        Document nothing = new Document();
        owners.keySet().forEach(path -> addNested(nothing, path));
        Document written = new Document();
        try {
            entity.converter().write(entity.converter().read(entity.type(), nothing), written);
        } catch (RuntimeException aConstructorThatRefusesNulls) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        collect(entity, nothing, written, problems);
        return problems;
    }

    private static void addNested(Document document, List<String> path) {
        Document nested = document;
        for (String name : path) {
            nested = (Document) nested.computeIfAbsent(name, absent -> new Document());
        }
    }

    private static void collect(EntityType<?> entity, Document filled, Document written, List<String> problems) {
        written.forEach((name, value) -> {
            if (!filled.containsKey(name)) {
                problems.add("a " + entity + " in which no cell is filled has \"" + Printable.excerpt(name) + "\": "
                        + Printable.excerpt(String.valueOf(value))
                        + ": have the class leave it null, so that every writer"
                        + " stores the same");
            } else if (filled.get(name) instanceof Document within && value instanceof Document nested) {
                collect(entity, within, nested, problems);
            }
        });
    }
}
