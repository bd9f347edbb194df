package dev.mongohaul.job.file.table;

import dev.mongohaul.job.file.Index;
import dev.mongohaul.job.file.Index.Direction;
import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.ListForm;
import dev.mongohaul.job.file.form.MapForm;
import dev.mongohaul.job.file.form.Reading;
import dev.mongohaul.job.file.form.Schemas;
import dev.mongohaul.job.file.form.TextForm;
import dev.mongohaul.job.file.form.WordForm;
import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The fields of an index: names, all ascending, or a map of name to direction, as MongoDB writes it. */
record IndexKeysForm() implements Form<List<Index.Key>> {

    private static final ListForm<String> NAMES = new ListForm<>(new TextForm(""));
    private static final MapForm<Direction> DIRECTIONS =
            new MapForm<>(new WordForm<>(List.of(Direction.values()), Direction::word), "field");

    @Override
    public @Nullable List<Index.Key> read(Node node, Reading reading) {
        if (node instanceof Mapping) {
            Map<String, Direction> keys = DIRECTIONS.read(node, reading);
            return keys == null
                    ? null
                    : keys.entrySet().stream()
                            .map(key -> new Index.Key(key.getKey(), key.getValue()))
                            .toList();
        }
        List<String> names = NAMES.read(node, reading);
        return names == null
                ? null
                : names.stream()
                        .map(name -> new Index.Key(name, Direction.ASCENDING))
                        .toList();
    }

    @Override
    public JsonNode write(List<Index.Key> keys) {
        Map<String, Direction> directions = new LinkedHashMap<>();
        keys.forEach(key -> directions.put(key.field(), key.direction()));
        return DIRECTIONS.write(directions);
    }

    @Override
    public ObjectNode schema() {
        ObjectNode direction = Schemas.words(List.of("1", "-1", "hashed", "text", "2dsphere"));
        direction.withArray("enum").add(1).add(-1);
        ObjectNode directions = Schemas.type("object");
        directions.set("additionalProperties", direction);
        return Schemas.anyOf(Schemas.type("string"), Schemas.list(Schemas.type("string")), directions);
    }

    @Override
    public String allowed() {
        return "a field, a list of fields, or a map of field to 1, -1, hashed, text or 2dsphere";
    }

    @Override
    public boolean isNested() {
        return true;
    }
}
