package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keys that people choose, in their order.
 *
 * @param keyName what a key is, such as a column
 */
public record MapForm<T>(Form<T> value, String keyName) implements Form<Map<String, T>> {

    @Override
    public @Nullable Map<String, T> read(Node node, Reading reading) {
        if (!(node instanceof Mapping mapping)) {
            reading.isNot(node, allowed());
            return null;
        }
        Map<String, T> values = new LinkedHashMap<>();
        mapping.entries().forEach((name, entry) -> {
            T read = value.read(entry, reading.at(name));
            if (read != null) {
                values.put(name, read);
            }
        });
        return values.size() == mapping.entries().size() ? values : null;
    }

    @Override
    public JsonNode write(Map<String, T> values) {
        ObjectNode map = Schemas.JSON.objectNode();
        values.forEach((name, entry) -> map.set(name, value.write(entry)));
        return map;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.type("object");
        schema.set("additionalProperties", value.schema());
        return schema;
    }

    @Override
    public String allowed() {
        return "a group of lines, <" + keyName + ">: " + value.allowed();
    }

    @Override
    public boolean isNested() {
        return true;
    }

    @Override
    public List<SettingRow> rowsWithin(String key) {
        return value.rowsWithin(key + ".<" + keyName + ">");
    }
}
