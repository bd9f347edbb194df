package dev.mongohaul.job.file;

import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.csv.source.PathRoots;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Table of the settings of a file: a JSON schema with the default, the allowed values and the meaning of each key. Editors
 * use the same schema.
 *
 * <p>These keywords are its own: {@code errorMessage}, as Visual Studio Code has it; {@code shorthand}, the key that a
 * single text stands for; {@code asWritten} for values that are texts even if they look like numbers or booleans; {@code
 * changesDocuments} for settings that do; {@code words} of a path that name no file; and {@code omit} for settings that earlier versions did not have, so that the
 * effective settings of old files stay equal: {@code default} leaves out a default value, {@code unset} what a file leaves
 * out.
 */
public final class SettingsSchema {

    private static final String SHORTHAND = "shorthand";
    private static final String CHANGES_DOCUMENTS = "changesDocuments";
    private static final String WORDS = "words";
    private static final String OMIT = "omit";
    private static final String DEFAULT = "default";

    /** Keywords that say nothing about the values of a setting that are allowed. */
    static final List<String> OWN_KEYWORDS =
            List.of("errorMessage", SHORTHAND, "asWritten", CHANGES_DOCUMENTS, WORDS, OMIT);

    private final JsonNode root;

    private SettingsSchema(JsonNode root) {
        this.root = root;
    }

    /** Returns the schema of a resource. */
    public static SettingsSchema of(String resource) {
        try (InputStream in = Objects.requireNonNull(SettingsSchema.class.getResourceAsStream(resource), resource)) {
            return new SettingsSchema(SettingsMapper.MAPPER.readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode root() {
        return root;
    }

    /**
     * Returns the settings with their defaults, short forms as long ones, and paths made absolute.
     *
     * @return null where a key is unknown or missing, a value is out of its limits, or a path cannot be: the settings are
     *     wrong then
     */
    @Nullable
    ObjectNode complete(WrittenSettings settings) {
        Completion completion = new Completion(settings);
        JsonNode complete = completion.value(settings.root(), root);
        return completion.possible && complete instanceof ObjectNode group ? group : null;
    }

    /** Replaces numbers and booleans by their texts where the schema wants texts as they were written. */
    void restoreTexts(WrittenSettings settings) {
        restored(settings, settings.root(), root);
    }

    private static JsonNode restored(WrittenSettings settings, JsonNode node, JsonNode schema) {
        if (node instanceof ObjectNode group) {
            for (String name : List.copyOf(group.propertyNames())) {
                JsonNode known = schema.path("properties").path(name);
                JsonNode member = known.isMissingNode() ? schema.path("additionalProperties") : known;
                group.set(name, restored(settings, group.get(name), member));
            }
        } else if (node instanceof ArrayNode list) {
            for (int index = 0; index < list.size(); index++) {
                list.set(index, restored(settings, list.get(index), schema.path("items")));
            }
        }
        return schema.has("asWritten") ? settings.asWritten(node) : node;
    }

    /** Returns JSON pointers of the settings that a file leaves out, and that its effective settings leave out then. */
    List<String> unset(JsonNode written) {
        List<String> unset = new ArrayList<>();
        omitted((pointer, setting) -> {
            if (setting.path(OMIT).stringValue("").equals("unset")
                    && written.at(pointer).isMissingNode()) {
                unset.add(pointer);
            }
        });
        return unset;
    }

    /** Removes what effective settings leave out. */
    void omit(ObjectNode settings, Set<String> unset) {
        omitted((pointer, setting) -> {
            boolean isDefault = setting.path(OMIT).stringValue("").equals(DEFAULT)
                    && settings.at(pointer).equals(setting.get(DEFAULT));
            if (isDefault || unset.contains(pointer)) {
                JsonPointer key = JsonPointer.compile(pointer);
                ((ObjectNode) settings.at(key.head())).remove(key.last().getMatchingProperty());
            }
        });
    }

    /** Visits the groups and settings with the keyword {@code omit}, by their JSON pointers. */
    private void omitted(BiConsumer<String, JsonNode> visitor) {
        root.path("properties").properties().forEach(section -> {
            String pointer = "/" + section.getKey();
            if (section.getValue().has(OMIT)) {
                visitor.accept(pointer, section.getValue());
            }
            section.getValue().path("properties").properties().stream()
                    .filter(setting -> setting.getValue().has(OMIT))
                    .forEach(setting -> visitor.accept(pointer + "/" + setting.getKey(), setting.getValue()));
        });
    }

    /** Returns whether a setting of a section, or the section itself, changes documents. */
    boolean changesDocuments(String section, String name) {
        JsonNode schema = root.path("properties").path(section);
        return schema.has(CHANGES_DOCUMENTS)
                || schema.path("properties").path(name).has(CHANGES_DOCUMENTS);
    }

    /** Returns as much of the settings with their defaults as can be had. */
    JsonNode completeAsFarAsPossible(WrittenSettings settings) {
        return new Completion(settings).value(settings.root(), root);
    }

    /** Returns a path made absolute; null where it is none that may be read or written. */
    static @Nullable String absolute(String text, Path folder) {
        if (!InputSources.isFile(text)) {
            return InputSources.addressMistake(text).isPresent() ? null : InputSources.shown(text);
        }
        try {
            Path path = folder.toAbsolutePath().resolve(Path.of(text)).normalize();
            boolean foreign = InputSources.addressMistake(text).isPresent() && !Files.exists(path);
            return text.isBlank() || foreign || PathRoots.isSystem(path) ? null : path.toString();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Returns whether a text can stand for a value, as one word of its schema. */
    static boolean accepts(JsonNode schema, String type) {
        JsonNode types = schema.path("type");
        return types.isArray()
                ? types.valueStream().anyMatch(each -> each.stringValue("").equals(type))
                : types.stringValue("").equals(type);
    }

    /** Returns what is allowed, to follow "is not". */
    static String allowed(JsonNode schema) {
        if (schema.has("errorMessage")) {
            return schema.get("errorMessage").stringValue().replaceFirst("^is not ", "");
        }
        if (schema.has("then")) {
            return allowed(schema.get("then")) + ", or " + allowedKeys(schema);
        }
        if (schema.has("enum")) {
            List<String> words = schema.get("enum")
                    .valueStream()
                    .map(JsonNode::asString)
                    .distinct()
                    .toList();
            return words.size() > 2 ? "one of " + String.join(", ", words) : String.join(" or ", words);
        }
        if (accepts(schema, "integer")) {
            return "a count: a whole number "
                    + (schema.has("maximum")
                            ? "from " + schema.path("minimum") + " to " + schema.get("maximum")
                            : "of at least " + schema.path("minimum"));
        }
        if (accepts(schema, "boolean")) {
            return "true or false";
        }
        if (accepts(schema, "array")) {
            return accepts(schema, "string") ? "a text, or a list of them" : "a list";
        }
        if (accepts(schema, "object")) {
            return schema.has("properties")
                    ? allowedKeys(schema)
                    : "a group of lines, <" + keyName(schema) + ">: " + allowed(schema.path("additionalProperties"));
        }
        return accepts(schema, "string") ? "a text" : "a text, a number, true, false, or a list of them";
    }

    private static String allowedKeys(JsonNode schema) {
        return "a group of keys: " + String.join(", ", keys(schema));
    }

    static List<String> keys(JsonNode schema) {
        return schema.path("properties").propertyNames().stream().toList();
    }

    private static String keyName(JsonNode schema) {
        return schema.path("propertyNames").path("title").stringValue("key");
    }

    /** Returns every setting, in the order of the schema. */
    public List<SettingRow> rows() {
        List<SettingRow> rows = new ArrayList<>();
        addRows("", root, true, rows);
        return rows;
    }

    private static void addRows(String prefix, JsonNode group, boolean settable, List<SettingRow> rows) {
        for (Map.Entry<String, JsonNode> property : group.path("properties").properties()) {
            String key = prefix + property.getKey();
            JsonNode schema = property.getValue();
            if (schema.has("properties") && !accepts(schema, "string") && !accepts(schema, "boolean")) {
                addRows(key + ".", schema, settable, rows);
            } else {
                rows.add(new SettingRow(key, schema, settable));
                addRows(key + ".", schema, false, rows);
                addRows(key + "[].", schema.path("items"), false, rows);
                addRows(key + ".<" + keyName(schema) + ">.", schema.path("additionalProperties"), false, rows);
            }
        }
    }

    /** Adds what settings leave out. */
    private static final class Completion {

        private final WrittenSettings settings;
        private boolean possible = true;

        private Completion(WrittenSettings settings) {
            this.settings = settings;
        }

        JsonNode value(JsonNode node, JsonNode schema) {
            possible &= isWithin(node, schema);
            if (node.isString() && schema.path("format").stringValue("").equals("path")) {
                return isWord(node, schema) ? node : path(node);
            }
            if (node.isString() && schema.has(SHORTHAND)) {
                ObjectNode form = JsonNodeFactory.instance.objectNode();
                form.set(schema.get(SHORTHAND).stringValue(), node);
                return group(form, schema);
            }
            if (node instanceof ArrayNode list && schema.has("items")) {
                ArrayNode complete = JsonNodeFactory.instance.arrayNode();
                list.forEach(element -> complete.add(value(element, schema.get("items"))));
                return complete;
            }
            return node instanceof ObjectNode group ? group(group, schema) : node;
        }

        /** Returns whether a value keeps the limits of its schema, which records do not check. */
        private static boolean isWithin(JsonNode node, JsonNode schema) {
            return switch (node.getNodeType()) {
                case NUMBER ->
                    node.doubleValue() >= schema.path("minimum").asDouble(Double.NEGATIVE_INFINITY)
                            && node.doubleValue() <= schema.path("maximum").asDouble(Double.POSITIVE_INFINITY);
                case STRING ->
                    node.stringValue().length() >= schema.path("minLength").asInt(0)
                            && !schema.path("type").stringValue("").equals("array");
                case ARRAY -> node.size() >= schema.path("minItems").asInt(0);
                default -> true;
            };
        }

        private static boolean isWord(JsonNode node, JsonNode schema) {
            return schema.path(WORDS).valueStream().anyMatch(node::equals);
        }

        private JsonNode path(JsonNode node) {
            String path = absolute(node.stringValue(), settings.placeOf(node).folder());
            possible &= path != null;
            return path == null ? node : new StringNode(path);
        }

        private ObjectNode group(ObjectNode group, JsonNode schema) {
            ObjectNode complete = JsonNodeFactory.instance.objectNode();
            JsonNode properties = schema.path("properties");
            JsonNode others = schema.path("additionalProperties");
            for (Map.Entry<String, JsonNode> member : group.properties()) {
                JsonNode known = properties.path(member.getKey());
                possible &= !known.isMissingNode() || !others.isBoolean();
                complete.set(member.getKey(), value(member.getValue(), known.isMissingNode() ? others : known));
            }
            for (Map.Entry<String, JsonNode> property : properties.properties()) {
                if (!group.has(property.getKey()) && property.getValue().has(DEFAULT)) {
                    complete.set(property.getKey(), value(property.getValue().get(DEFAULT), property.getValue()));
                }
            }
            possible &= schema.path("required").valueStream().allMatch(name -> complete.has(name.stringValue()));
            return complete;
        }
    }
}
