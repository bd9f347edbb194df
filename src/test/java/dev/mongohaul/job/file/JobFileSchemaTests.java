package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.Operation;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.send.WriteOperation;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The schema is the definition of the keys of a job file; the records that hold their values have the same keys. */
class JobFileSchemaTests {

    private static final JsonNode SCHEMA = JobFileReader.SCHEMA.root();
    private static final List<SettingRow> ROWS = JobFileReader.settings();
    private static final Schema VALIDATOR = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SCHEMA);
    private static final WriteOperation[] OPERATIONS = {
        WriteOperation.INSERT,
        WriteOperation.ADD,
        WriteOperation.REPLACE,
        WriteOperation.UPDATE,
        WriteOperation.UPSERT,
        WriteOperation.MERGE,
        WriteOperation.DELETE
    };
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    /** A job with all groups, and what they need. */
    private static final String ALL_GROUPS = """
            source:
              files: in/*.csv
              header: {names: [a, b], cells: [A, B]}
              each: file
              after: {completed: done}
              expect: {marker: '{file}.done', trailer: {pattern: 'T;(\\d+);(\\d+)', records: 1, sum: {column: b, group: 2}}}
            target: {collection: c, id: a}
            fields: {a: string, b: int32}
            write: {operation: swap}
            swap: {by: view}
            partition: {}
            rejects: {}
            unfinished: refuse
            schedule: {cron: '0 5 * * *', wait: 2h}
            notify: {late: 1h}
            drift: {}
            snapshot: {}
            """;

    static Stream<Arguments> accepted() throws IOException {
        return Cases.of("accepted.yaml", "name");
    }

    /** JSON Schema leaves classes of Unicode to the validator: that of Python has none, and would end with an error. */
    @Test
    void patternsAreThoseOfAllValidators() {
        assertThat(ROWS.stream()
                        .map(row -> row.schema().path("pattern").asString(""))
                        .filter(pattern -> !pattern.isEmpty()))
                .hasSizeGreaterThan(10)
                .allSatisfy(pattern ->
                        assertThat(pattern).doesNotContainPattern("\\\\[pPQEAZzGhHvVR]|\\(\\?[^:]|[*+?]\\+"));
    }

    @Test
    void keysAndWordsAreThoseOfTheRecords() {
        assertKeys("", SCHEMA, JobFile.class);
    }

    /** Compares the keys of a group with a record, and the groups and words in it. */
    private static void assertKeys(String pointer, JsonNode schema, Class<?> type) {
        List<RecordComponent> components = components(type).toList();
        assertThat(components.stream().map(JobFileSchemaTests::key))
                .as("%s %s", pointer, type)
                .containsExactlyElementsOf(SettingsSchema.keys(schema));
        components.forEach(
                component -> assertValue(pointer + "/properties/" + key(component), component.getGenericType()));
    }

    private static void assertValue(String pointer, Type type) {
        JsonNode schema = SCHEMA.at(pointer);
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            String inner = generic.getRawType() == Map.class ? "/additionalProperties" : "/items";
            assertValue(pointer + inner, arguments[arguments.length - 1]);
        } else if (type == Operation.class) {
            assertKeys(pointer, schema, Operation.ByColumn.class);
        } else if (schema.has("properties")) {
            assertKeys(pointer, schema, (Class<?>) type);
        } else if (((Class<?>) type).isEnum() && type != WriteOperation.class) {
            assertWords(pointer, ((Class<?>) type).getEnumConstants());
        }
    }

    /** Returns the components that are settings, with those of groups that have no key of their own. */
    private static Stream<RecordComponent> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> !component.getName().equals("origin"))
                .flatMap(component -> component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                        ? components(component.getType())
                        : Stream.of(component));
    }

    private static String key(RecordComponent component) {
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed == null
                ? component.getName().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT)
                : renamed.value();
    }

    @Test
    void wordsBesideGroupsAreThoseOfTheProgram() {
        assertWords("/properties/fields/additionalProperties/then", FieldType.values());
        assertWords("/properties/write/properties/operation/then", Operation.ForAll.values());
        assertWords("/properties/write/properties/operation/properties/values/additionalProperties", OPERATIONS);
        assertWords("/properties/write/properties/writer", WriterType.ALL.toArray());
    }

    private static void assertWords(String pointer, Object[] values) {
        assertThat(SCHEMA.at(pointer).path("enum").valueStream().map(JsonNode::stringValue))
                .as(pointer)
                .containsExactlyElementsOf(Arrays.stream(values)
                        .map(value -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .toList());
    }

    @Test
    void requiredKeysAreFilesCollectionAndCron() {
        assertThat(ROWS.stream().filter(row -> row.settable() && isRequired(row)))
                .extracting(SettingRow::key)
                .containsExactly("source.files", "target.collection", "schedule.cron");
    }

    private static boolean isRequired(SettingRow row) {
        int dot = row.key().lastIndexOf('.');
        JsonNode group =
                dot < 0 ? SCHEMA : SCHEMA.path("properties").path(row.key().substring(0, dot));
        return group.path("required")
                .valueStream()
                .anyMatch(name -> name.stringValue().equals(row.name()));
    }

    @Test
    void everyKeyHasADescriptionAndAllowedValues() {
        assertThat(ROWS).allSatisfy(row -> {
            assertThat(row.schema().path("description").stringValue(""))
                    .as(row.key())
                    .isNotBlank();
            assertThat(SettingsSchema.allowed(row.schema())).as(row.key()).isNotBlank();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accepted")
    void acceptedFilesAreValid(String name, JsonNode accepted) {
        JsonNode file = YAML.readTree(accepted.get("file").stringValue().replace("*day", "{type: date, pattern: y}"));

        assertThat(VALIDATOR.validate(file)).isEmpty();
    }

    /** The rest of the file is right, so that nothing else refuses it. */
    @ParameterizedTest
    @ValueSource(strings = {"-1000000", "1000000000000", "''", "[]", "a b$", "true", "{x: 1}", "0.123456789"})
    void valueThatTheSchemaDoesNotAllowIsRefused(String value) {
        assertThat(refused(ALL_GROUPS)).isFalse();

        List<String> taken = ROWS.stream()
                .filter(row -> !row.key().contains("<") && !row.key().contains("[]"))
                .map(row -> "/" + row.key().replace('.', '/'))
                .filter(pointer -> {
                    JsonNode file = YAML.readTree(ALL_GROUPS);
                    int last = pointer.lastIndexOf('/');
                    if (file.at(pointer.substring(0, last)) instanceof ObjectNode group) {
                        group.set(pointer.substring(last + 1), YAML.readTree(value));
                    }
                    return !VALIDATOR.validate(file).isEmpty() && !refused(YAML.writeValueAsString(file));
                })
                .toList();

        assertThat(taken).isEmpty();
    }

    private static boolean refused(String text) {
        try {
            new JobFileReader(Path.of("/srv")).read(Path.of("/srv/job.yml"), text, List.of());
            return false;
        } catch (JobFileException e) {
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{target: {collection: c}}",
                "{source: {files: a}, target: {}}",
                "{source: {files: a}, target: {collection: c}, banana: 1}",
                "{source: {files: 7}, target: {collection: c}}",
                "{source: {files: a, header: false}, target: {collection: c}}",
                "{source: {files: a, delimiter: ';;'}, target: {collection: c}}",
                "{source: {files: a}, target: {collection: c}, fields: {a: text}}",
                "{source: {files: a}, target: {collection: c}, fields: {a: {typ: string}}}",
                "{source: {files: a}, target: {collection: c}, write: {operation: save}}",
                "{source: {files: a}, target: {collection: c}, write: {operation: {column: a}}}",
                "{source: {files: a}, target: {collection: c}, write: {chunk-size: 0}}",
                "{source: {files: a}, target: {collection: c}, write: {write-concern: w0}}",
                "{source: {files: a}, target: {collection: c}, rejects: {limit: some}}",
                "{source: {files: a}, target: {collection: c}, schedule: {zone: UTC}}"
            })
    void filesWithAnImpossibleValueAreInvalid(String file) {
        assertThat(VALIDATOR.validate(YAML.readTree(file))).isNotEmpty();
    }

    @Test
    void defaultsAreValid() {
        List<JsonNode> described = SCHEMA.findParents("default").stream()
                .filter(setting -> !setting.get("default").has("description")) // the key of a field
                .toList();

        assertThat(described)
                .hasSizeGreaterThan(25)
                .allSatisfy(setting -> assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                                .getSchema(setting)
                                .validate(setting.get("default")))
                        .as("%s", setting)
                        .isEmpty());
        assertThat(SCHEMA.at("/properties/rejects/properties/directory/default").stringValue())
                .isEqualTo("rejects");
    }

    @Test
    void limitIsACountOrAText() {
        for (String limit : new String[] {"0", "25", "1%", "0.5%", "unlimited"}) {
            JsonNode file =
                    YAML.readTree("{source: {files: a}, target: {collection: c}, rejects: {limit: " + limit + "}}");

            assertThat(VALIDATOR.validate(file)).as(limit).isEmpty();
        }
    }
}
