package dev.mongohaul.serve.api;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.mongohaul.text.ResourceText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The description of the API, as a client reads it: nothing else is known of paths, parameters and answers. */
final class ApiDocument {

    private static final JsonNode ROOT =
            YAMLMapper.builder().build().readTree(ResourceText.of(StartApi.class, "openapi.yaml"));
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    /** Operation of the document. */
    record Operation(String id, String method, String path, List<JsonNode> parameters, JsonNode node) {

        /** Returns the documented answer with a status; the default one if the status has none of its own. */
        JsonNode answer(String status) {
            JsonNode answers = node.path("responses");
            return resolved(answers.has(status) ? answers.path(status) : answers.path("default"));
        }

        /** Returns the statuses that have an answer of their own. */
        Stream<String> statuses() {
            return node.path("responses")
                    .propertyStream()
                    .map(Map.Entry::getKey)
                    .filter(name -> !name.equals("default"));
        }
    }

    private ApiDocument() {}

    /** Returns the words that a schema allows. */
    static List<String> words(String schema) {
        return ROOT.at("/components/schemas/" + schema + "/enum")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    static List<Operation> operations() {
        return ROOT.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(member -> !member.getKey().equals("parameters"))
                        .map(member -> new Operation(
                                member.getValue().path("operationId").asString(),
                                member.getKey(),
                                path.getKey(),
                                Stream.concat(
                                                path.getValue()
                                                        .path("parameters")
                                                        .valueStream(),
                                                member.getValue()
                                                        .path("parameters")
                                                        .valueStream())
                                        .map(ApiDocument::resolved)
                                        .toList(),
                                member.getValue())))
                .toList();
    }

    static Operation operation(String id) {
        return operations().stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    static JsonNode schema(String name) {
        return ROOT.at("/components/schemas/" + name);
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? ROOT.at(node.path("$ref").asString().substring(1)) : node;
    }

    /** Returns how a value differs from a schema, in which no field may be missing from the schema either. */
    static List<String> problems(JsonNode schema, JsonNode value) {
        return SCHEMAS.getSchema(closed(schema)).validate(value).stream()
                .map(Error::toString)
                .toList();
    }

    /** Returns the schema without references, whose objects have no other fields. */
    private static JsonNode closed(JsonNode schema) {
        JsonNode known = resolved(schema);
        if (known.has("allOf")) {
            ObjectNode all =
                    JsonMapper.shared().createObjectNode().put("type", "object").put("additionalProperties", false);
            ObjectNode properties = all.putObject("properties");
            ArrayNode required = all.putArray("required");
            known.path("allOf").forEach(part -> {
                JsonNode closed = closed(part);
                closed.path("properties")
                        .propertyStream()
                        .forEach(each -> properties.set(each.getKey(), each.getValue()));
                required.addAll(closed.path("required").valueStream().toList());
            });
            return all;
        }
        Map<String, JsonNode> members = new LinkedHashMap<>();
        known.propertyStream().forEach(member -> members.put(member.getKey(), member.getValue()));
        ObjectNode closed = JsonMapper.shared().createObjectNode();
        members.forEach((name, value) -> closed.set(
                name,
                switch (name) {
                    case "items" -> closed(value);
                    case "oneOf" -> {
                        ArrayNode ways = closed.arrayNode();
                        value.forEach(way -> ways.add(closed(way)));
                        yield ways;
                    }
                    case "properties" -> {
                        ObjectNode fields = closed.objectNode();
                        value.propertyStream().forEach(field -> fields.set(field.getKey(), closed(field.getValue())));
                        yield fields;
                    }
                    default -> value;
                }));
        if (known.has("properties") && !known.has("additionalProperties")) {
            closed.put("additionalProperties", false);
        }
        return closed;
    }
}
