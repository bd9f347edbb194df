package dev.mongohaul.job.file;

import dev.mongohaul.job.setting.JobFile;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Every setting of a job after defaults and parameters, in the order of the schema. None of them is secret. */
public final class EffectiveSettings {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String UNSET = "not set";

    private final JsonNode settings;

    private EffectiveSettings(JsonNode settings) {
        this.settings = settings;
    }

    public static EffectiveSettings of(JobFile job) {
        ObjectNode settings = SettingsMapper.MAPPER.valueToTree(job);
        settings.remove("origin");
        JobFileReader.SCHEMA.omit(settings, job.unset());
        ObjectNode fields = (ObjectNode) settings.get("fields");
        for (String column : List.copyOf(fields.propertyNames())) {
            fields.set(column, shortForm(fields.get(column)));
        }
        job.variables().forEach((pointer, written) -> name(settings, JsonPointer.compile(pointer), written));
        return new EffectiveSettings(settings);
    }

    /** Shows a value as the file writes it, with the names of variables. */
    private static void name(ObjectNode settings, JsonPointer pointer, String written) {
        JsonNode group = settings.at(pointer.head());
        if (group instanceof ObjectNode object) {
            object.put(pointer.last().getMatchingProperty(), written);
        } else if (group instanceof ArrayNode list) {
            list.set(pointer.last().getMatchingIndex(), new StringNode(written));
        }
    }

    /** Returns the type alone if the field has no options. */
    private static JsonNode shortForm(JsonNode field) {
        boolean plain = field.size() == 2
                && field.has("type")
                && !field.path("decimal-comma").booleanValue(true);
        return plain ? field.get("type") : field;
    }

    /** Returns one line, which is a job file of the same settings. Equal settings have equal texts. */
    public String toJson() {
        return JSON.writeValueAsString(settings);
    }

    /**
     * Describes how settings that change documents differ from earlier ones, one clause for each.
     *
     * @param earlierJson {@link #toJson}, perhaps of an earlier version of the program
     */
    public List<String> changesSince(String earlierJson) {
        Map<String, String> before = decisive(JSON.readTree(earlierJson));
        Map<String, String> now = decisive(settings);
        Set<String> names = new LinkedHashSet<>(now.keySet());
        names.addAll(before.keySet());
        return names.stream()
                .filter(name -> !Objects.equals(before.get(name), now.get(name)))
                .map(name -> "%s was %s and is %s now"
                        .formatted(name, before.getOrDefault(name, UNSET), now.getOrDefault(name, UNSET)))
                .toList();
    }

    private static Map<String, String> decisive(JsonNode settings) {
        Map<String, String> values = new LinkedHashMap<>();
        settings.properties().forEach(section -> {
            String name = section.getKey();
            if (section.getValue().isObject()) {
                section.getValue().properties().stream()
                        .filter(setting -> JobFileReader.SCHEMA.changesDocuments(name, setting.getKey()))
                        .forEach(setting -> values.put(name + "." + setting.getKey(), text(setting.getValue())));
            } else if (JobFileReader.SCHEMA.changesDocuments(name, "")) {
                values.put(name, text(section.getValue()));
            }
        });
        return values;
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }
}
