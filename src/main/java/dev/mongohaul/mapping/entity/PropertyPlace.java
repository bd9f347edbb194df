package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.spec.FieldPath;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/**
 * Place of a value in a class and in its stored document.
 *
 * @param names the properties and keys, outermost first
 * @param stored their names in the document
 * @param position their indexes among their neighbours, which order the document
 * @param type the type of the value
 * @param property null for a key of a map and for the class itself
 */
record PropertyPlace(
        List<String> names,
        List<String> stored,
        List<Integer> position,
        TypeInformation<?> type,
        @Nullable MongoPersistentProperty property) {

    PropertyPlace child(
            String name,
            List<String> storedNames,
            int index,
            TypeInformation<?> childType,
            @Nullable MongoPersistentProperty childProperty) {
        return new PropertyPlace(
                with(names, List.of(name)),
                with(stored, storedNames),
                with(position, List.of(index)),
                childType,
                childProperty);
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

    String typeName() {
        return withArticle(rawType().getSimpleName());
    }

    /** Returns the name after "a" or "an". */
    static String withArticle(String name) {
        return ("AEIOaeio".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    /** Orders two positions as in the document. */
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
        return Stream.concat(list.stream(), more.stream()).toList();
    }
}
