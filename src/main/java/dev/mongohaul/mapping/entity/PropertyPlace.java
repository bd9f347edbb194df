package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/**
 * Where a value stands in a class, and so in its stored document.
 *
 * @param names of properties and keys, outermost first
 * @param stored the names of the same in the document
 * @param position the places of the same among their neighbours, which order documents
 * @param type what stands there
 * @param property null for a key of a map, and for the class itself
 */
record PropertyPlace(
        List<String> names,
        List<String> stored,
        List<Integer> position,
        TypeInformation<?> type,
        @Nullable MongoPersistentProperty property) {

    static PropertyPlace root(Class<?> type) {
        return new PropertyPlace(List.of(), List.of(), List.of(), TypeInformation.of(type), null);
    }

    PropertyPlace property(MongoPersistentProperty property, int position) {
        return new PropertyPlace(
                with(names, List.of(property.getName())),
                with(stored, List.of(property.getMongoField().getName().parts())),
                with(this.position, List.of(position)),
                property.getTypeInformation(),
                property);
    }

    PropertyPlace key(String key, int position, TypeInformation<?> type) {
        return new PropertyPlace(
                with(names, List.of(key)),
                with(stored, List.of(key)),
                with(this.position, List.of(position)),
                type,
                null);
    }

    FieldPath storedPath() {
        return new FieldPath(stored);
    }

    boolean isId() {
        return property != null && property.isIdProperty();
    }

    Class<?> rawType() {
        return type.getType();
    }

    String name() {
        return String.join(".", names);
    }

    /** With its article. */
    String typeName() {
        return ClassNames.withArticle(type);
    }

    /** Which of two positions comes first in the document. */
    static int compare(List<Integer> one, List<Integer> other) {
        for (int at = 0; at < Math.min(one.size(), other.size()); at++) {
            int compared = one.get(at).compareTo(other.get(at));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(one.size(), other.size());
    }

    private static <T> List<T> with(List<T> list, List<T> more) {
        List<T> longer = new ArrayList<>(list);
        longer.addAll(more);
        return List.copyOf(longer);
    }
}
