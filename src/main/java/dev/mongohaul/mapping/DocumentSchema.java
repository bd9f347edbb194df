package dev.mongohaul.mapping;

import dev.mongohaul.mapping.layout.FieldNode;
import dev.mongohaul.mapping.layout.Layout;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.Document;

/**
 * Schema of the documents of a mapping, as MongoDB's {@code $jsonSchema}: the BSON types of all fields, and the fields
 * that every document has. Every document of the mapping conforms to it. Other fields are allowed, and so is any value of a
 * field whose name has a dot: the server takes such a name for a path.
 *
 * @param layout places of the columns
 * @param allCells whether every record has a cell for each column
 * @param textIdsBecomeObjectIds whether a text within {@code _id} may be stored as an ObjectId, as Spring Data does it
 */
record DocumentSchema(MappingSpec spec, Layout layout, boolean allCells, boolean textIdsBecomeObjectIds) {

    private static final String TYPE = "bsonType";

    Document toDocument() {
        Document properties = new Document("_id", id());
        List<String> required = new ArrayList<>(List.of("_id"));
        layout.members().forEach(member -> add(member, properties, required));
        return object(properties, required);
    }

    private Document id() {
        List<Integer> columns = layout.idColumns();
        if (columns.isEmpty()) {
            return new Document(TYPE, "objectId");
        }
        if (columns.size() == 1) {
            return idPart(columns.get(0));
        }
        Document properties = new Document();
        for (int part = 0; part < columns.size(); part++) {
            properties.append(layout.idNames().get(part), idPart(columns.get(part)));
        }
        properties.keySet().removeIf(DocumentSchema::isPath);
        return object(properties, List.copyOf(properties.keySet()));
    }

    private static boolean isPath(String name) {
        return name.contains(".");
    }

    private Document idPart(int column) {
        FieldSpec field = layout.fields().get(column);
        return schema(
                field, textIdsBecomeObjectIds && field.type() == FieldType.STRING ? List.of("objectId") : List.of());
    }

    private void add(FieldNode node, Document properties, List<String> required) {
        String name = node.name().toString();
        if (isPath(name)) {
            return;
        }
        if (node instanceof FieldNode.Leaf leaf) {
            properties.append(name, leaf(leaf.column()));
            if (isAlwaysThere(leaf.column())) {
                required.add(name);
            }
            return;
        }
        Document within = new Document();
        List<String> requiredWithin = new ArrayList<>();
        ((FieldNode.Nested) node).members().forEach(member -> add(member, within, requiredWithin));
        properties.append(name, object(within, requiredWithin));
        if (!requiredWithin.isEmpty()) {
            required.add(name);
        }
    }

    private Document leaf(int column) {
        FieldSpec field = layout.fields().get(column);
        if (!mayBeBlank(column) || spec.blanks() == Blanks.OMIT) {
            return schema(field, List.of());
        }
        return schema(field, List.of(spec.blanks() == Blanks.STORE_NULL ? "null" : "string"));
    }

    /** A header may lack the columns that the job does not name. */
    private boolean isAlwaysThere(int column) {
        boolean named = layout.idColumns().contains(column)
                || spec.fields().containsKey(layout.columns().get(column));
        return named && (!mayBeBlank(column) || spec.blanks() != Blanks.OMIT);
    }

    private boolean mayBeBlank(int column) {
        FieldSpec field = layout.fields().get(column);
        Set<String> blank = Objects.requireNonNullElse(field.blankCells(), spec.nulls());
        boolean mayBeMissing = !field.isRequired() && field.defaultCell() == null;
        return field.type().hasCells()
                && mayBeMissing
                && !layout.idColumns().contains(column)
                && !(allCells && blank.isEmpty());
    }

    private static Document object(Document properties, List<String> required) {
        Document schema = new Document(TYPE, "object");
        if (!required.isEmpty()) {
            schema.append("required", required);
        }
        return schema.append("properties", properties);
    }

    private static Document schema(FieldSpec field, List<String> others) {
        if (field.type() == FieldType.JSON) {
            return new Document();
        }
        List<String> types = new ArrayList<>(types(field));
        others.stream().filter(other -> !types.contains(other)).forEach(types::add);
        Document schema = new Document(TYPE, types.size() == 1 ? types.get(0) : types);
        return field.type() == FieldType.ARRAY ? schema.append("items", schema(field.element(), List.of())) : schema;
    }

    private static List<String> types(FieldSpec field) {
        return field.type() == FieldType.CONSTANT
                ? List.of(constant(Objects.requireNonNull(field.value())))
                : field.origin()
                        .map(origin -> List.of(origin.bsonType()))
                        .orElse(field.type().bsonTypes());
    }

    private static String constant(Object value) {
        if (value instanceof Long number) {
            return number == number.intValue() ? "int" : "long";
        }
        if (value instanceof Double) {
            return "double";
        }
        return value instanceof Boolean ? "bool" : "string";
    }
}
