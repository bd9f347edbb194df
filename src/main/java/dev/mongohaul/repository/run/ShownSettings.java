package dev.mongohaul.repository.run;

import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.mongo.address.UriPassword;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Settings of jobs and imports as pages and reports show them: what can be a secret has its name only. */
public final class ShownSettings {

    private static final String PROCESSOR_SETTINGS = "processor-settings";
    private static final String HIDDEN = "(not shown)";

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .build();

    private ShownSettings() {}

    /** Returns the settings of a text as YAML; empty if it is none. */
    public static String of(String text) {
        try {
            JsonNode settings = YAML.readTree(text);
            return settings.isObject()
                    ? YAML.writeValueAsString(withoutSecrets(settings)).stripTrailing()
                    : "";
        } catch (JacksonException e) {
            return "";
        }
    }

    /** Returns settings in the structure of a job file, whose values can be shown; the given ones are changed. */
    public static JsonNode withoutSecrets(JsonNode settings) {
        if (settings.path(PROCESSOR_SETTINGS) instanceof ObjectNode values) {
            List.copyOf(values.propertyNames()).forEach(name -> values.put(name, HIDDEN));
        }
        return withoutQueries(settings);
    }

    /** Returns a parameter with its name only if its value is one for the processor. */
    public static String withoutSecrets(String parameter) {
        return parameter.startsWith(PROCESSOR_SETTINGS) ? parameter.replaceFirst("(?s)=.*", "=" + HIDDEN) : parameter;
    }

    private static JsonNode withoutQueries(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List.copyOf(object.propertyNames()).forEach(name -> object.set(name, withoutQueries(object.path(name))));
        } else if (node instanceof ArrayNode list) {
            for (int index = 0; index < list.size(); index++) {
                list.set(index, withoutQueries(list.path(index)));
            }
        } else if (node.isString()) {
            String text = node.stringValue();
            return new StringNode(UriPassword.isIn(text) ? HIDDEN : InputSources.withoutQueries(text));
        }
        return node;
    }
}
