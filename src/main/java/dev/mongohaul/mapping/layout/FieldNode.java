package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.type.FieldName;
import java.util.List;

/** A field of the document: of one column, or a nested document of several. */
public sealed interface FieldNode {

    FieldName name();

    /**
     * The value of one column.
     *
     * @param column index of the column, from 0
     */
    record Leaf(FieldName name, int column) implements FieldNode {}

    /**
     * A document of its own.
     *
     * @param members in the order of their first columns; at least one
     */
    record Nested(FieldName name, List<FieldNode> members) implements FieldNode {

        public Nested {
            members = List.copyOf(members);
        }
    }
}
