package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.MapForm;
import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Keys and their values, written side by side or in groups: {@code shard: {key: n}} is {@code shard.key: n}. */
record BlockForm(MapForm<List<Scalar>> keys) implements Form<Map<String, List<Scalar>>> {

    /** @param keyName what a key is */
    BlockForm(String keyName) {
        this(new MapForm<>(new NodeForm(), keyName));
    }

    @Override
    public @Nullable Map<String, List<Scalar>> read(Node node, Reading reading) {
        if (!(node instanceof Mapping mapping)) {
            return keys.read(node, reading);
        }
        Map<String, Node> flat = new LinkedHashMap<>();
        flatten("", mapping, flat);
        return keys.read(new Mapping(flat, mapping.place()), reading);
    }

    private static void flatten(String prefix, Mapping mapping, Map<String, Node> flat) {
        mapping.entries().forEach((name, value) -> {
            if (value instanceof Mapping group && !group.entries().isEmpty()) {
                flatten(prefix + name + ".", group, flat);
            } else {
                flat.put(prefix + name, value);
            }
        });
    }

    @Override
    public JsonNode write(Map<String, List<Scalar>> values) {
        return keys.write(values);
    }

    @Override
    public ObjectNode schema() {
        return keys.schema();
    }

    @Override
    public String allowed() {
        return keys.allowed();
    }

    @Override
    public boolean isNested() {
        return true;
    }
}
