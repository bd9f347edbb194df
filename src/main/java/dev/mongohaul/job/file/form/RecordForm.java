package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.setting.Setting;
import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.text.NearestName;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A group of keys that is a record: its components marked with {@link Setting} are the keys. */
public final class RecordForm<T extends Record> implements Form<T> {

    private final RecordMaker<T> maker;
    private final Map<String, Member> members = new LinkedHashMap<>();

    /**
     * The form of a record.
     *
     * @param kinds the form of every component's type
     */
    public RecordForm(Class<T> type, Kinds kinds) {
        this.maker = new RecordMaker<>(type);
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.isAnnotationPresent(Setting.class)) {
                Member member = Member.of(component, kinds);
                members.put(member.key(), member);
            }
        }
    }

    @Override
    public @Nullable T read(Node node, Reading reading) {
        return read(node, reading, Map.of());
    }

    /**
     * Reads a record some of whose components come from elsewhere.
     *
     * @param given components that are no settings, by name
     */
    public @Nullable T read(Node node, Reading reading, Map<String, Object> given) {
        if (!(node instanceof Mapping mapping)) {
            reading.isNot(node, allowed());
            return null;
        }
        refuseUnknown(mapping, reading);
        Map<String, @Nullable Object> values = new LinkedHashMap<>(given);
        boolean complete = true;
        for (Member member : members.values()) {
            Node written = member.nodeIn(mapping);
            if (written != null) {
                Object value = member.form().read(written, reading.at(member.key()));
                complete &= value != null;
                values.put(member.name(), value);
            } else if (member.required()) {
                complete = false;
                reading.at(member.key())
                        .tell(mapping.place(), "is missing: " + member.setting().value());
            }
        }
        return complete ? reading.made(mapping, () -> maker.make(values)) : null;
    }

    private void refuseUnknown(Mapping mapping, Reading reading) {
        mapping.entries().forEach((name, value) -> {
            if (!members.containsKey(name)) {
                reading.at(name)
                        .tell(
                                value.place(),
                                "is not a key here" + NearestName.hint(name, members.keySet()) + "; allowed: "
                                        + String.join(", ", members.keySet()));
            }
        });
    }

    @Override
    public JsonNode write(T value) {
        ObjectNode group = Schemas.JSON.objectNode();
        members.forEach((key, member) -> {
            Object component = maker.get(value, member.name());
            if (component != null) {
                group.set(key, member.form().write(component));
            }
        });
        return group;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.type("object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = Schemas.JSON.arrayNode();
        members.forEach((key, member) -> {
            properties.set(key, member.schema());
            if (member.mandatory()) {
                required.add(key);
            }
        });
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    @Override
    public String allowed() {
        return "a group of keys: " + String.join(", ", members.keySet());
    }

    @Override
    public boolean isNested() {
        return true;
    }

    /** The settings of a group that parameters can set, and those within them. */
    public List<SettingRow> rows() {
        return rows("", true);
    }

    @Override
    public List<SettingRow> rowsWithin(String key) {
        return rows(key + ".", false);
    }

    private List<SettingRow> rows(String prefix, boolean overridable) {
        List<SettingRow> rows = new ArrayList<>();
        members.values().forEach(member -> {
            String key = prefix + member.key();
            if (member.form() instanceof RecordForm<?> group) {
                rows.addAll(group.rows(key + ".", overridable));
            } else {
                rows.add(member.row(key, overridable));
                rows.addAll(member.form().rowsWithin(key));
            }
        });
        return rows;
    }

    boolean requiresSomething() {
        return members.values().stream().anyMatch(Member::mandatory);
    }

    /** Finds the form of a component. */
    @FunctionalInterface
    public interface Kinds {

        /**
         * The form of a component.
         *
         * @param type of the component, its primitives boxed
         * @param setting of the component
         */
        Form<?> of(Type type, Setting setting);
    }
}
