package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.layout.Layout.FieldNode;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tree of the document's fields, to which columns are added one by one. Two columns cannot share a place. */
final class FieldTree {

    private final List<String> columns;
    private final Place root = new Place(0);

    FieldTree(List<String> columns) {
        this.columns = columns;
    }

    /** Adds the column. Returns the conflict if another column has the place, else null. */
    @Nullable
    String add(FieldPath path, int column) {
        Place place = root;
        boolean free = false;
        for (String element : path.elements()) {
            if (place != root && !free && place.isLeaf()) {
                return conflict(path, column, place);
            }
            free = !place.members.containsKey(element);
            place = place.members.computeIfAbsent(element, name -> new Place(column));
        }
        return free ? null : conflict(path, column, place);
    }

    private String conflict(FieldPath path, int column, Place taken) {
        return "column \"" + Printable.excerpt(columns.get(column)) + "\" goes to \""
                + Printable.excerpt(path.toString())
                + "\", where column \"" + Printable.excerpt(columns.get(taken.firstColumn))
                + "\" stands or has a field of its own: give one of them another place with to";
    }

    List<FieldNode> nodes() {
        return root.nodes();
    }

    private static final class Place {

        private final int firstColumn;
        private final Map<String, Place> members = new LinkedHashMap<>();

        private Place(int firstColumn) {
            this.firstColumn = firstColumn;
        }

        private boolean isLeaf() {
            return members.isEmpty();
        }

        private List<FieldNode> nodes() {
            List<FieldNode> nodes = new ArrayList<>();
            members.forEach((name, place) -> nodes.add(place.node(new FieldName(name))));
            return nodes;
        }

        private FieldNode node(FieldName name) {
            return isLeaf() ? new FieldNode.Leaf(name, firstColumn) : new FieldNode.Nested(name, nodes());
        }
    }
}
