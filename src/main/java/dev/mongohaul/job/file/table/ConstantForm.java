package dev.mongohaul.job.file.table;

import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.form.Schemas;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A text, a whole number of 64 bits, a decimal fraction as a double, true or false. */
record ConstantForm() implements Form<Object> {

    @Override
    public @Nullable Object read(Node node, Reading reading) {
        if (node instanceof Scalar scalar) {
            Object value = scalar.isNumberOrBoolean() ? numberOrBoolean(scalar.text()) : scalar.text();
            if (value != null) {
                return value;
            }
        }
        reading.isNot(node, allowed());
        return null;
    }

    private static @Nullable Object numberOrBoolean(String text) {
        if (text.matches("true|false")) {
            return text.equals("true");
        }
        try {
            if (text.matches("-?(0|[1-9][0-9]*)")) {
                return Long.valueOf(text);
            }
            if (text.matches("-?(0|[1-9][0-9]*)\\.[0-9]+([eE][-+]?[0-9]+)?")) {
                Double value = Double.valueOf(text);
                return value.isInfinite() ? null : value;
            }
        } catch (NumberFormatException e) {
            return null;
        }
        return null;
    }

    @Override
    public JsonNode write(Object value) {
        if (value instanceof Boolean flag) {
            return Schemas.JSON.booleanNode(flag);
        }
        if (value instanceof Long number) {
            return Schemas.JSON.numberNode(number);
        }
        return value instanceof Double number
                ? Schemas.JSON.numberNode(number)
                : Schemas.JSON.stringNode(value.toString());
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.JSON.objectNode();
        ArrayNode types = schema.putArray("type");
        List.of("string", "number", "boolean").forEach(types::add);
        return schema;
    }

    @Override
    public String allowed() {
        return "a text (in quotes where YAML sees something else), a whole number of 64 bits, a number such as 0.5,"
                + " true or false";
    }
}
