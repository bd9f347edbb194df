package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.WrittenSettings;
import dev.mongohaul.job.file.WrittenSettings.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Keys and their values, written side by side or in groups: {@code shard: {key: n}} is {@code shard.key: n}.
 *
 * @param values one or several of a key, each of which makes cells of its own
 */
record Block(Map<String, List<Scalar>> values) {

    /** Returns the blocks of a list of the suite's file; what is no value is among the problems. */
    static List<Block> listed(WrittenSettings suite, String key) {
        List<Block> blocks = new ArrayList<>();
        for (JsonNode block : suite.root().path(key)) {
            blocks.add(of(suite, block, List.of(key, "[" + blocks.size() + "]")));
        }
        return blocks;
    }

    static Block of(WrittenSettings suite, JsonNode group, List<String> key) {
        Map<String, List<Scalar>> values = new LinkedHashMap<>();
        flatten("", group, suite, key, values);
        return new Block(values);
    }

    private static void flatten(
            String prefix, JsonNode group, WrittenSettings suite, List<String> key, Map<String, List<Scalar>> values) {
        for (Map.Entry<String, JsonNode> member : group.properties()) {
            String name = prefix + member.getKey();
            JsonNode value = member.getValue();
            if (value.isObject() && !value.isEmpty()) {
                flatten(name + ".", value, suite, key, values);
            } else if (value.isValueNode() && !value.isNull()) {
                values.put(name, List.of(scalar(suite, value)));
            } else if (value.isArray()
                    && !value.isEmpty()
                    && value.valueStream().allMatch(JsonNode::isValueNode)) {
                values.put(
                        name,
                        value.valueStream().map(each -> scalar(suite, each)).toList());
            } else if (!value.isNull()) {
                List<String> longer = new ArrayList<>(key);
                longer.add(name);
                suite.addProblem(
                        suite.placeOf(value),
                        longer,
                        suite.shown(value) + " is not a text, a number, true, false, or a list of them");
            }
        }
    }

    private static Scalar scalar(WrittenSettings suite, JsonNode node) {
        return new Scalar(suite.text(node), node, suite.placeOf(node));
    }

    /** One value as it was written: a job file says later what it means. */
    record Scalar(String text, JsonNode node, Place place) {}
}
