package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.sink.FieldName;
import java.util.List;
import java.util.function.BiConsumer;

/** A field of the document: the value of one column, or a nested document. */
public sealed interface FieldNode {

    FieldName name();

    /** Passes this field and those within it to the visitor, with their dotted paths. */
    default void visit(String parents, BiConsumer<String, FieldNode> visitor) {
        String path = parents + name();
        visitor.accept(path, this);
        if (this instanceof Nested nested) {
            nested.members.forEach(member -> member.visit(path + ".", visitor));
        }
    }

    /** The value of the column with this index, from 0. */
    record Leaf(FieldName name, int column) implements FieldNode {}

    /** A nested document with at least one member, in the order of their first columns. */
    record Nested(FieldName name, List<FieldNode> members) implements FieldNode {

        public Nested {
            members = List.copyOf(members);
        }
    }
}
