package dev.mongohaul.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Names that are stored in MongoDB or published as JSON and metrics, compared with those in {@code
 * src/test/resources/stored-names.yaml}. Stored data and other programs depend on them, so the names of a class, a record
 * component or an enum constant must not change them.
 */
public final class StoredNames {

    private static final String FILE = "/stored-names.yaml";

    private final Map<String, Set<String>> types = new TreeMap<>();
    private final Set<String> opaque;

    /** @param opaque paths whose members are not listed */
    private StoredNames(String... opaque) {
        this.opaque = Set.of(opaque);
    }

    /** Checks the paths of all fields of documents with their BSON types. */
    public static void checkDocuments(String section, Collection<BsonDocument> documents) {
        StoredNames names = new StoredNames();
        documents.forEach(document -> names.addBson("", document));
        check(section, names.paths());
    }

    /**
     * Checks the paths of all fields of JSON values with their types.
     *
     * @param opaque paths whose members are not listed
     */
    public static void checkJson(String section, List<JsonNode> values, String... opaque) {
        StoredNames names = new StoredNames(opaque);
        values.forEach(value -> names.addJson("", value));
        check(section, names.paths());
    }

    /** Checks that the texts are those of the section, in any order. */
    public static void check(String section, Collection<String> texts) {
        assertThat(texts).as(section + " of " + FILE).containsExactlyInAnyOrderElementsOf(expected(section));
    }

    private static List<String> expected(String section) {
        try (InputStream file = StoredNames.class.getResourceAsStream(FILE)) {
            JsonNode texts = YAMLMapper.builder().build().readTree(file).path(section);
            return texts.valueStream().map(JsonNode::asString).toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void addBson(String path, BsonValue value) {
        if (value.isDocument()) {
            value.asDocument().forEach((name, member) -> add(path, name, member));
        } else if (value.isArray()) {
            value.asArray().forEach(element -> add(path, "[]", element));
        }
    }

    private void add(String parent, String name, BsonValue value) {
        String path = path(parent, name);
        note(path, value.getBsonType().name().toLowerCase(Locale.ROOT));
        addBson(path, value);
    }

    private void addJson(String path, JsonNode value) {
        if (value.isArray()) {
            value.forEach(element -> add(path, "[]", element));
        } else if (!opaque.contains(path)) {
            value.properties().forEach(member -> add(path, member.getKey(), member.getValue()));
        }
    }

    private void add(String parent, String name, JsonNode value) {
        String path = path(parent, name);
        note(
                path,
                value.isIntegralNumber()
                        ? "integer"
                        : value.getNodeType().name().toLowerCase(Locale.ROOT));
        addJson(path, value);
    }

    private static String path(String parent, String name) {
        return parent.isEmpty() || name.equals("[]") ? parent + name : parent + "." + name;
    }

    private void note(String path, String type) {
        types.computeIfAbsent(path, first -> new TreeSet<>()).add(type);
    }

    /** Removes null, because some values are null only at some times or on some machines. */
    private static Set<String> withoutNull(Set<String> types) {
        return types.size() == 1
                ? types
                : types.stream().filter(type -> !type.equals("null")).collect(Collectors.toCollection(TreeSet::new));
    }

    private List<String> paths() {
        return types.entrySet().stream()
                .map(entry -> entry.getKey() + " " + String.join("|", withoutNull(entry.getValue())))
                .toList();
    }
}
