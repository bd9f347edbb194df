package dev.mongohaul.job.file;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * What a job does after defaults and parameters: every setting with its value, in the order of the table. There is
 * nothing secret in it.
 *
 * <p>Both texts are job files themselves: read again, they give the same settings.
 */
public final class EffectiveSettings {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
            .build();

    /** Settings of which documents are made; all others say how. */
    private static final Pattern DECISIVE = Pattern.compile(
            "source\\.(?!files$).*|fields\\..*|target\\.id|write\\.(operation|match|upsert)|entity|unlisted|blanks|nulls",
            Pattern.DOTALL);

    private static final String UNSET = "not set";

    private final JsonNode settings;

    private EffectiveSettings(JsonNode settings) {
        this.settings = settings;
    }

    public static EffectiveSettings of(JobFile job) {
        ObjectNode settings = SettingsMapper.MAPPER.valueToTree(job);
        settings.remove(List.of("name", "path"));
        ObjectNode fields = (ObjectNode) settings.get("fields");
        for (String column : List.copyOf(fields.propertyNames())) {
            fields.set(column, shortForm(fields.get(column)));
        }
        return new EffectiveSettings(settings);
    }

    /** A field without options is its type. */
    private static JsonNode shortForm(JsonNode field) {
        boolean plain = field.size() == 2
                && field.has("type")
                && !field.path("decimal-comma").booleanValue(true);
        return plain ? field.get("type") : field;
    }

    /** One line, to store and to compare: equal settings have equal texts. */
    public String toJson() {
        return JSON.writeValueAsString(settings);
    }

    /**
     * How these differ from earlier ones in what decides about documents, one clause for each setting.
     *
     * @param earlierJson {@link #toJson} of them, perhaps of an earlier version of the program
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
            if (section.getKey().equals("fields") || section.getValue().isObject()) {
                section.getValue()
                        .properties()
                        .forEach(setting -> put(section.getKey() + "." + setting.getKey(), setting.getValue(), values));
            } else {
                put(section.getKey(), section.getValue(), values);
            }
        });
        return values;
    }

    private static void put(String name, JsonNode value, Map<String, String> values) {
        if (DECISIVE.matcher(name).matches()) {
            values.put(name, value.isString() ? value.stringValue() : value.toString());
        }
    }

    /** Several lines, for people. */
    public String toYaml() {
        return YAML.writeValueAsString(settings);
    }
}
