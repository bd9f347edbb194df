package dev.mongohaul.job.file.field;

import dev.mongohaul.job.file.setting.Quoted;
import dev.mongohaul.job.file.setting.Rules;
import java.util.List;

/**
 * A field's place in the document: the names from the outermost document inwards.
 *
 * @param elements one name for a field of the document itself, more for a nested one
 */
public record FieldPath(List<String> elements) {

    /** The document's identity. */
    public static final FieldPath ID = new FieldPath(List.of("_id"));

    public FieldPath {
        elements = List.copyOf(elements);
        Rules rules = new Rules();
        rules.require(!elements.isEmpty(), "names no field: at least one name is needed");
        for (String element : elements) {
            rules.require(!element.isEmpty(), "has an empty name: every name of a path needs at least one character");
            rules.require(
                    !element.startsWith("$"), Quoted.text(element) + " begins with $, which MongoDB keeps to itself");
            rules.require(element.indexOf('\0') < 0, "has a NUL in a name, which MongoDB cannot store");
        }
        rules.require(
                elements.size() < 2 || !elements.get(0).equals("_id"),
                "nests below _id: list the columns of a compound _id under target.id instead");
        rules.enforce();
    }

    /** The path that a text names: a dot nests. */
    public static FieldPath ofDotted(String text) {
        return new FieldPath(List.of(text.split("\\.", -1)));
    }

    /** Whether one of the two lies inside the other, so that a document cannot hold both. */
    public boolean overlaps(FieldPath other) {
        int common = Math.min(elements.size(), other.elements.size());
        return elements.subList(0, common).equals(other.elements.subList(0, common));
    }

    @Override
    public String toString() {
        return String.join(".", elements);
    }
}
