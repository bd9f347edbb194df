package dev.mongohaul.job.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Judges values by the words of JSON schema that the job file's schema uses; any other word is a failure. */
final class SchemaCheck {

    private static final List<String> SAYS_NOTHING = List.of("description", "default", "title", "$schema");

    private SchemaCheck() {}

    static List<String> problems(JsonNode schema, JsonNode value, String key) {
        List<String> problems = new ArrayList<>();
        for (Map.Entry<String, JsonNode> word : schema.properties()) {
            if (!SAYS_NOTHING.contains(word.getKey()) && !"properties".equals(word.getKey())) {
                problems.addAll(word(word.getKey(), word.getValue(), schema, value, key));
            }
        }
        return problems;
    }

    private static List<String> word(String word, JsonNode rule, JsonNode schema, JsonNode value, String key) {
        return switch (word) {
            case "type" -> unless(hasType(rule, value), key + " is no " + rule);
            case "enum" -> unless(rule.valueStream().anyMatch(value::equals), key + " is none of " + rule);
            case "const" -> unless(rule.equals(value), key + " is not " + rule);
            case "pattern" ->
                unless(
                        !value.isString()
                                || Pattern.compile(rule.stringValue())
                                        .matcher(value.stringValue())
                                        .find(),
                        key + " does not match " + rule);
            case "minimum" -> unless(!value.isNumber() || value.asDouble() >= rule.asDouble(), key + " is too small");
            case "maximum" -> unless(!value.isNumber() || value.asDouble() <= rule.asDouble(), key + " is too large");
            case "minLength" ->
                unless(!value.isString() || value.stringValue().length() >= rule.asInt(), key + " is too short");
            case "minItems" -> unless(!value.isArray() || value.size() >= rule.asInt(), key + " has too few");
            case "required" ->
                unless(
                        !value.isObject() || rule.valueStream().allMatch(name -> value.has(name.stringValue())),
                        key + " lacks one of " + rule);
            case "items" ->
                value.valueStream()
                        .filter(element -> value.isArray())
                        .flatMap(element -> problems(rule, element, key + "[]").stream())
                        .toList();
            case "anyOf" ->
                unless(
                        rule.valueStream()
                                .anyMatch(choice -> problems(choice, value, key).isEmpty()),
                        key + " is no " + rule);
            case "additionalProperties" -> members(rule, schema, value, key);
            default -> List.of("the schema has a word that is not checked: " + word);
        };
    }

    private static List<String> members(JsonNode others, JsonNode schema, JsonNode value, String key) {
        List<String> problems = new ArrayList<>();
        if (value.isObject()) {
            value.properties().forEach(member -> {
                String name = key + "." + member.getKey();
                JsonNode known = schema.path("properties").path(member.getKey());
                if (known.isObject()) {
                    problems.addAll(problems(known, member.getValue(), name));
                } else if (others.isObject()) {
                    problems.addAll(problems(others, member.getValue(), name));
                } else {
                    problems.add(name + " is not allowed");
                }
            });
        }
        return problems;
    }

    private static boolean hasType(JsonNode rule, JsonNode value) {
        if (rule.isArray()) {
            return rule.valueStream().anyMatch(type -> hasType(type, value));
        }
        return switch (rule.stringValue()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            default -> false;
        };
    }

    private static List<String> unless(boolean holds, String problem) {
        return holds ? List.of() : List.of(problem);
    }
}
