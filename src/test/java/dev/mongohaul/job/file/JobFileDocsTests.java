package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.mongohaul.mapping.spec.FieldType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The keys, defaults, values, bounds and examples of docs/job-file.md are those of the schema and of the reader. */
class JobFileDocsTests {

    private static final Path DOCS = Path.of("docs/job-file.md");
    private static final Pattern TABLE = Pattern.compile("(?m)^\\| key \\| default \\|.*\\n\\|[-|]+\\n((\\|.*\\n)+)");
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (.*?) \\| (.*) \\|");
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");

    private static final JobFileReader READER =
            new JobFileReader(Path.of("/home/me"), Map.of("REGION", "eu", "MARK", "-"));
    private static final Map<String, SettingRow> SETTINGS =
            JobFileReader.settings().stream().collect(Collectors.toMap(SettingRow::key, row -> row));
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    /** Settings whose bounds in the reader are narrower than those in the schema. */
    private static final Map<String, List<String>> NARROWER =
            Map.of("fields.<column>.pivot-year", List.of("1", "9900"));

    static Stream<String> examples() throws IOException {
        return EXAMPLE.matcher(Files.readString(DOCS)).results().map(found -> found.group(1));
    }

    @Test
    void everySettingHasOneRow() throws IOException {
        List<String> keys = rows().stream().map(DocsRow::key).toList();
        String missing = SETTINGS.values().stream()
                .filter(row -> !keys.contains(row.key()))
                .map(JobFileDocsTests::row)
                .collect(Collectors.joining("\n"));

        assertThat(keys).as("rows to add:\n%s", missing).containsExactlyInAnyOrderElementsOf(SETTINGS.keySet());
    }

    @Test
    void rowsNameTheDefaults() throws IOException {
        assertThat(rows()).allSatisfy(row -> {
            JsonNode schema = SETTINGS.get(row.key()).schema();
            if (schema.has("default")) {
                JsonNode value = schema.get("default");
                assertThat(row.defaultValue())
                        .as(row.key())
                        .isEqualTo("`" + (value.isContainer() ? value : value.asString()) + "`");
            } else {
                assertThat(row.defaultValue().equals("required")).as(row.key()).isEqualTo(isRequired(schema));
            }
        });
    }

    @Test
    void rowsNameTheAllowedValues() throws IOException {
        assertThat(rows()).allSatisfy(row -> {
            JsonNode schema = SETTINGS.get(row.key()).schema();
            Stream.of(schema, schema.path("then"), schema.path("additionalProperties"))
                    .flatMap(part -> part.path("enum").valueStream())
                    .forEach(word -> assertThat(row.meaning()).as(row.key()).contains("`" + word.asString() + "`"));
        });
    }

    @Test
    void everyTypeHasARow() throws IOException {
        assertThat(Stream.of(FieldType.values()).map(type -> "\n| `" + type.word() + "` "))
                .allMatch(Files.readString(DOCS)::contains);
    }

    @Test
    void rowsNameTheBounds() throws IOException {
        assertThat(rows()).allSatisfy(row -> {
            JsonNode schema = SETTINGS.get(row.key()).schema();
            List<String> bounds = Stream.of(schema, schema.path("then"))
                    .flatMap(
                            part -> Stream.of("minimum", "maximum", "maxLength").map(part::path))
                    .filter(JsonNode::isNumber)
                    .map(JsonNode::asString)
                    .toList();
            assertThat(row.meaning().replaceAll("(?<=\\d),(?=\\d)", "").split("\\D+"))
                    .as(row.key())
                    .containsAll(NARROWER.getOrDefault(row.key(), bounds));
        });
    }

    @Test
    void everySettingIsInAnExample() throws IOException {
        Set<String> used = new TreeSet<>();
        examples().forEach(example -> addKeys(YAML.readTree(example), JobFileReader.SCHEMA.root(), "", used));

        assertThat(used).containsAll(SETTINGS.keySet());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examplesAreAccepted(String example) {
        JsonNode given = YAML.readTree(example);
        List<String> rest = Stream.of("source.files=a.csv", "target.collection=c")
                .filter(parameter -> given.at(
                                "/" + parameter.replaceFirst("=.*", "").replace('.', '/'))
                        .isMissingNode())
                .toList();

        assertThatNoException().isThrownBy(() -> READER.read(Path.of("/etc/jobs/example.yml"), example, rest));
    }

    private static List<DocsRow> rows() throws IOException {
        return TABLE.matcher(Files.readString(DOCS))
                .results()
                .flatMap(table -> table.group(1).lines())
                .map(DocsRow::of)
                .toList();
    }

    private static String row(SettingRow row) {
        JsonNode value = row.schema().path("default");
        String text = value.isMissingNode() ? "not set" : "`" + (value.isContainer() ? value : value.asString()) + "`";
        return "| `%s` | %s | %s |"
                .formatted(row.key(), text, row.schema().path("description").asString());
    }

    private static boolean isRequired(JsonNode schema) {
        return JobFileReader.SCHEMA.root().findParents("required").stream()
                .filter(group -> group.get("required").isArray()) // a field has a key of this name
                .anyMatch(group -> group.get("required")
                        .valueStream()
                        .anyMatch(name -> schema.equals(group.get("properties").get(name.stringValue()))));
    }

    private static void addKeys(JsonNode node, JsonNode schema, String prefix, Set<String> used) {
        node.valueStream()
                .filter(element -> node.isArray())
                .forEach(element -> addKeys(element, schema.path("items"), prefix.replaceFirst("\\.$", "[]."), used));
        node.properties().forEach(member -> {
            JsonNode known = schema.path("properties").path(member.getKey());
            String title = schema.path("propertyNames").path("title").asString();
            String key = prefix + (known.isMissingNode() ? "<" + title + ">" : member.getKey());
            used.add(key);
            JsonNode inner = known.isMissingNode() ? schema.path("additionalProperties") : known;
            addKeys(member.getValue(), inner, key + ".", used);
        });
    }

    /** Row of a table of keys. */
    private record DocsRow(String key, String defaultValue, String meaning) {

        static DocsRow of(String line) {
            Matcher cells = ROW.matcher(line);
            assertThat(cells.matches()).as(line).isTrue();
            return new DocsRow(cells.group(1), cells.group(2), cells.group(3));
        }
    }
}
