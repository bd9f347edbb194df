package dev.mongohaul.mapping.type;

import java.util.List;

/**
 * Where a value stands in the document: the names on the way to it, outermost first.
 *
 * @param elements at least one; a dot within an element does not nest
 */
public record FieldPath(List<String> elements) {

    public FieldPath {
        if (elements.isEmpty()) {
            throw new MappingException("a field needs a name: its list of names is empty");
        }
        elements = List.copyOf(elements);
    }

    /** The path of a name whose dots nest: {@code price.amount} is {@code amount} within {@code price}. */
    public static FieldPath parse(String dotted) {
        return new FieldPath(List.of(dotted.split("\\.", -1)));
    }

    public static FieldPath of(String... elements) {
        return new FieldPath(List.of(elements));
    }

    /** Whether one of the two lies inside the other, so that a document cannot hold both. */
    public boolean overlaps(FieldPath other) {
        int common = Math.min(elements.size(), other.elements.size());
        return elements.subList(0, common).equals(other.elements.subList(0, common));
    }

    /** Returns the names joined by dots, for messages. A dot within a name looks like a separator. */
    @Override
    public String toString() {
        return String.join(".", elements);
    }
}
