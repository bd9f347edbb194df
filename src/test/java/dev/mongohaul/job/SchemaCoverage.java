package dev.mongohaul.job;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Keys and values of the schema of job files, compared with those that job files use. */
final class SchemaCoverage {

    private final List<String> unused = new ArrayList<>();

    private SchemaCoverage() {}

    static SchemaCoverage of(JsonNode schema, List<JsonNode> files) {
        SchemaCoverage coverage = new SchemaCoverage();
        coverage.visit(schema, files, "");
        return coverage;
    }

    /** Returns keys, enum values and kinds of values that no file has, with their parent keys. */
    List<String> unused() {
        return unused;
    }

    private void visit(JsonNode schema, List<JsonNode> values, String path) {
        if (values.isEmpty()) {
            unused.add(path + describe(schema));
            return;
        }
        schema.path("anyOf").forEach(choice -> visit(choice, matching(choice, values), path));
        if (schema.has("then")) {
            visit(schema.get("then"), matching(schema.get("if"), values), path);
        }
        schema.path("enum").forEach(word -> require(values.contains(word), path + ": " + word));
        types(schema)
                .forEach(type -> require(values.stream().anyMatch(value -> isOf(type, value)), path + ": a " + type));
        if (types(schema).equals(List.of("boolean"))) {
            Stream.of(true, false)
                    .forEach(flag ->
                            require(values.stream().anyMatch(value -> value.asBoolean() == flag), path + ": " + flag));
        }
        schema.path("properties")
                .properties()
                .forEach(property -> visit(
                        property.getValue(),
                        values.stream()
                                .filter(value -> value.has(property.getKey()))
                                .map(value -> value.get(property.getKey()))
                                .toList(),
                        path.isEmpty() ? property.getKey() : path + "." + property.getKey()));
        if (schema.path("additionalProperties").isObject()) {
            visit(schema.get("additionalProperties"), elements(values, JsonNode::isObject), path + ".*");
        }
        if (schema.has("items")) {
            visit(schema.get("items"), elements(values, JsonNode::isArray), path + "[]");
        }
    }

    private void require(boolean used, String what) {
        if (!used) {
            unused.add(what);
        }
    }

    private static List<JsonNode> elements(List<JsonNode> values, java.util.function.Predicate<JsonNode> container) {
        return values.stream().filter(container).flatMap(JsonNode::valueStream).toList();
    }

    private static List<JsonNode> matching(JsonNode choice, List<JsonNode> values) {
        return values.stream().filter(value -> matches(choice, value)).toList();
    }

    private static boolean matches(JsonNode choice, JsonNode value) {
        if (choice.has("const")) {
            return choice.get("const").equals(value);
        }
        return choice.has("enum") ? value.isValueNode() : types(choice).stream().anyMatch(type -> isOf(type, value));
    }

    private static List<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray()
                ? type.valueStream().map(JsonNode::stringValue).toList()
                : type.isString() ? List.of(type.stringValue()) : List.of();
    }

    private static boolean isOf(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            default -> throw new IllegalArgumentException("the schema has a type that is not known: " + type);
        };
    }

    private static String describe(JsonNode schema) {
        return schema.has("const")
                ? ": " + schema.get("const")
                : String.join(
                        "", types(schema).stream().map(type -> ": a " + type).toList());
    }
}
