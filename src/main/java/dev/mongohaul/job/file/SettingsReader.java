package dev.mongohaul.job.file;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Binds settings to records by the names of their components.
 *
 * @param schema the keys, their defaults and their allowed values
 * @param type the record of all settings
 * @param groups key of each group to its record, whose rules are checked one by one where the settings are wrong; {@code
 *     *} stands for any name, {@code []} for any element
 */
public record SettingsReader<T>(SettingsSchema schema, Class<T> type, Map<List<String>, Class<?>> groups) {

    /** Matches no pair, which is one character. */
    private static final Pattern HALF = Pattern.compile("[\\ud800-\\udfff]");

    /** Binds settings that have the whole schema as their rules. */
    public @Nullable T read(WrittenSettings settings) {
        return read(settings, JsonNodeFactory.instance.objectNode());
    }

    /**
     * Binds settings.
     *
     * @param given components that are not settings, by name
     * @return null where settings are wrong, each of them among their problems
     */
    public @Nullable T read(WrittenSettings settings, ObjectNode given) {
        schema.restoreTexts(settings);
        addHalfCharacters(settings, settings.root(), List.of());
        ObjectNode complete = settings.problems().isEmpty() ? schema.complete(settings) : null;
        if (complete != null) {
            complete.setAll(given);
            try {
                return SettingsMapper.MAPPER.treeToValue(complete, type);
            } catch (JacksonException e) {
                // The check names all mistakes, this exception one of them.
            }
        }
        new SettingsCheck(this, settings, given).addProblems();
        return null;
    }

    /** Finds halves of surrogate pairs, which escapes in YAML and JSON can make and UTF-8 cannot hold. */
    private static void addHalfCharacters(WrittenSettings settings, JsonNode node, List<String> key) {
        if (node.isString()) {
            addHalfCharacter(settings, key, node.asString());
        }
        node.properties().forEach(member -> {
            List<String> at = longer(key, member.getKey());
            addHalfCharacter(settings, at, member.getKey());
            addHalfCharacters(settings, member.getValue(), at);
        });
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            addHalfCharacters(settings, node.get(index), longer(key, "[" + index + "]"));
        }
    }

    private static void addHalfCharacter(WrittenSettings settings, List<String> key, String text) {
        Matcher half = HALF.matcher(text);
        if (half.find()) {
            settings.addProblem(
                    settings.placeOf(key),
                    key,
                    "has half a character, \\u%04X, which cannot be stored: write both halves, or the character itself"
                            .formatted((int) half.group().charAt(0)));
        }
    }

    private static List<String> longer(List<String> key, String name) {
        return Stream.concat(key.stream(), Stream.of(name)).toList();
    }

    JsonNode schemaAt(List<String> key) {
        JsonNode found = schema.root();
        for (String name : key) {
            JsonNode property = found.path("properties").path(name);
            if (name.startsWith("[") && property.isMissingNode()) {
                property = found.path("items");
            }
            found = property.isMissingNode() ? found.path("additionalProperties") : property;
        }
        return found;
    }
}
