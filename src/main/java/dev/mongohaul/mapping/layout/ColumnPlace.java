package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.layout.Layout.FieldNode;
import dev.mongohaul.mapping.type.ArrayFormat;
import dev.mongohaul.mapping.type.FieldSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Human-readable summary of one column.
 *
 * @param column its name
 * @param type its type's name in a job file, with the pattern of a date and the element of an array
 * @param fields the dotted paths of its fields in the document; none for a dropped column
 */
public record ColumnPlace(String column, String type, List<String> fields) {

    private static final String ID = "_id";

    /** Returns the places of all columns in the file's order, then of the constants without a column. */
    public static List<ColumnPlace> of(Layout layout) {
        List<String> columns = layout.columns();
        List<List<String>> fields =
                columns.stream().<List<String>>map(column -> new ArrayList<>()).toList();
        boolean compound = layout.idColumns().size() > 1;
        for (int part = 0; part < layout.idColumns().size(); part++) {
            String field = compound ? ID + "." + layout.idNames().get(part) : ID;
            fields.get(layout.idColumns().get(part)).add(field);
        }
        layout.members().forEach(node -> collect("", node, fields));
        return IntStream.range(0, columns.size())
                .mapToObj(index ->
                        new ColumnPlace(columns.get(index), type(layout.fields().get(index)), fields.get(index)))
                .toList();
    }

    private static void collect(String parents, FieldNode node, List<List<String>> fields) {
        String path = parents + node.name();
        if (node instanceof FieldNode.Leaf leaf) {
            fields.get(leaf.column()).add(path);
        } else if (node instanceof FieldNode.Nested nested) {
            nested.members().forEach(member -> collect(path + ".", member, fields));
        }
    }

    private static String type(FieldSpec field) {
        ArrayFormat array = field.array();
        String word =
                array == null ? field.type().word() : "array of " + array.of().word();
        return field.pattern() == null ? word : word + " " + field.pattern();
    }
}
