package dev.mongohaul.mapping.spec;

import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Place of a value in the document: the names on the way to it, outermost first.
 *
 * @param elements at least one; a dot within an element does not nest
 */
public record FieldPath(List<String> elements) {

    /** Place of the {@code _id}. */
    public static final FieldPath ID = of("_id");

    /** MongoDB's own limit of nesting. */
    private static final int HIGHEST_DEPTH = 100;

    /** The longest name in bytes of UTF-8, because every document repeats it. */
    private static final int HIGHEST_NAME_BYTES = 1000;

    public FieldPath {
        new Rules()
                .require(!elements.isEmpty(), "names no field: at least one name is needed")
                .enforce();
        elements = List.copyOf(elements);
    }

    /**
     * Returns this path.
     *
     * @throws InvalidSettingsException if no document can have such a field
     */
    public FieldPath checked() {
        Rules rules = new Rules()
                .require(!elements.contains(""), "has an empty name: every name of a path needs at least one character")
                .require(
                        elements.size() <= HIGHEST_DEPTH,
                        "nests " + elements.size() + " levels deep: at most " + HIGHEST_DEPTH)
                .require(
                        elements.size() < 2 || !elements.get(0).equals("_id"),
                        "nests below _id: list the columns of a compound _id under target.id instead");
        for (String name : elements) {
            int bytes = name.getBytes(StandardCharsets.UTF_8).length;
            rules.require(
                            !name.startsWith("$"),
                            Printable.quoted(name) + " begins with $, which MongoDB keeps to itself")
                    .require(name.indexOf('\0') < 0, "has a NUL in a name, which MongoDB cannot store")
                    .require(
                            bytes <= HIGHEST_NAME_BYTES,
                            "has a name of " + bytes + " bytes: at most " + HIGHEST_NAME_BYTES);
        }
        rules.enforce();
        return this;
    }

    /** Returns the path of a name whose dots nest: {@code price.amount} is {@code amount} within {@code price}. */
    public static FieldPath parse(String dotted) {
        return new FieldPath(List.of(dotted.split("\\.", -1)));
    }

    public static FieldPath of(String... elements) {
        return new FieldPath(List.of(elements));
    }

    /** Returns whether one of the two lies inside the other, so that a document cannot hold both. */
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
