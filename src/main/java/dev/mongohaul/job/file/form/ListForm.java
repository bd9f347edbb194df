package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Scalar;
import dev.mongohaul.job.file.yaml.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A list; one of a single text can be written as that text. */
public record ListForm<T>(Form<T> element) implements Form<List<T>> {

    @Override
    public @Nullable List<T> read(Node node, Reading reading) {
        if (node instanceof Scalar && !element.isNested()) {
            T value = element.read(node, reading);
            return value == null ? null : List.of(value);
        }
        if (!(node instanceof Sequence sequence)) {
            reading.isNot(node, allowed());
            return null;
        }
        List<T> values = new ArrayList<>();
        for (int i = 0; i < sequence.elements().size(); i++) {
            T value = element.read(sequence.elements().get(i), reading.at("[" + i + "]"));
            if (value != null) {
                values.add(value);
            }
        }
        return values.size() == sequence.elements().size() ? values : null;
    }

    @Override
    public JsonNode write(List<T> values) {
        ArrayNode list = Schemas.JSON.arrayNode();
        values.forEach(value -> list.add(element.write(value)));
        return list;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode list = Schemas.list(element.schema());
        return element.isNested() ? list : Schemas.anyOf(element.schema(), list);
    }

    @Override
    public String allowed() {
        return element.isNested() ? "a list" : element.allowed() + ", or a list of them";
    }

    @Override
    public boolean isNested() {
        return true;
    }

    @Override
    public List<SettingRow> rowsWithin(String key) {
        return element.rowsWithin(key + "[]");
    }
}
