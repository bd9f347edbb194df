package dev.mongohaul.job.file.form;

import java.util.Collection;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Pieces of JSON schema. */
public final class Schemas {

    public static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Schemas() {}

    public static ObjectNode type(String type) {
        return JSON.objectNode().put("type", type);
    }

    public static ObjectNode words(Collection<String> words) {
        ObjectNode schema = JSON.objectNode();
        ArrayNode values = schema.putArray("enum");
        words.forEach(values::add);
        return schema;
    }

    public static ObjectNode text(String pattern) {
        return type("string").put("pattern", "^(" + pattern + ")$");
    }

    public static ObjectNode list(ObjectNode element) {
        ObjectNode schema = type("array");
        schema.set("items", element);
        return schema;
    }

    public static ObjectNode anyOf(ObjectNode... schemas) {
        ObjectNode schema = JSON.objectNode();
        ArrayNode choices = schema.putArray("anyOf");
        for (ObjectNode choice : schemas) {
            choices.add(choice);
        }
        return schema;
    }
}
