package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.StrayQuotes;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.JobFile.Rejects;
import dev.mongohaul.job.setting.MissedTime;
import dev.mongohaul.job.setting.Notify;
import dev.mongohaul.job.setting.Operation;
import dev.mongohaul.job.setting.PartitionSettings;
import dev.mongohaul.job.setting.Schedule;
import dev.mongohaul.job.setting.SnapshotDeletes;
import dev.mongohaul.job.setting.Source;
import dev.mongohaul.job.setting.Target;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.job.setting.UnfinishedImport;
import dev.mongohaul.job.setting.UnmatchedRecords;
import dev.mongohaul.job.setting.Write;
import dev.mongohaul.job.setting.WriteKeys;
import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.LeadingZeros;
import dev.mongohaul.mapping.spec.Negative;
import dev.mongohaul.mapping.spec.Rounding;
import dev.mongohaul.mapping.spec.Unlisted;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.send.WriteOperation;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class JobFileSchemaTests {

    private static final JsonNode SCHEMA = JobFileReader.SCHEMA.root();
    private static final Schema VALIDATOR = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SCHEMA);
    private static final WriteOperation[] OPERATIONS = {
        WriteOperation.INSERT, WriteOperation.REPLACE, WriteOperation.UPDATE, WriteOperation.DELETE
    };
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    static Stream<Arguments> accepted() throws IOException {
        return Cases.of("accepted.yaml", "name");
    }

    @Test
    void keysAreTheComponentsOfTheRecords() {
        assertKeys("", JobFile.class, "name", "path");
        assertKeys("/properties/source", Source.class);
        assertKeys("/properties/target", Target.class);
        assertKeys("/properties/target/properties/indexes/items", TargetIndex.class);
        assertKeys("/properties/fields/additionalProperties", FieldSpec.class);
        assertKeys("/properties/write", Write.class);
        assertKeys("/properties/write/properties/operation", Operation.ByColumn.class);
        assertKeys("/properties/partition", PartitionSettings.class);
        assertKeys("/properties/rejects", Rejects.class);
        assertKeys("/properties/schedule", Schedule.class);
        assertKeys("/properties/notify", Notify.class);
    }

    private static void assertKeys(String pointer, Class<?> type, String... given) {
        List<String> keys = new ArrayList<>(SettingsSchema.keys(SCHEMA.at(pointer)));
        keys.addAll(0, List.of(given));

        assertThat(Arrays.stream(type.getRecordComponents())
                        .map(JobFileSchemaTests::key)
                        .filter(key -> !key.equals("variables"))
                        .toList())
                .as(type.getSimpleName())
                .isEqualTo(keys);
    }

    private static String key(RecordComponent component) {
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed == null
                ? component.getName().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT)
                : renamed.value();
    }

    @Test
    void wordsAreTheConstantsOfTheEnums() {
        assertWords("/properties/source/properties/stray-quotes", StrayQuotes.values());
        assertWords("/properties/source/properties/ragged", RaggedRecords.values());
        assertWords("/properties/source/properties/trim", Trim.values());
        assertWords("/properties/fields/additionalProperties/then", FieldType.values());
        assertWords("/properties/fields/additionalProperties/properties/type", FieldType.values());
        assertWords("/properties/fields/additionalProperties/properties/of", FieldType.values());
        assertWords("/properties/fields/additionalProperties/properties/rounding", Rounding.values());
        assertWords("/properties/fields/additionalProperties/properties/negative", Negative.values());
        assertWords("/properties/fields/additionalProperties/properties/leading-zeros", LeadingZeros.values());
        assertWords("/properties/leading-zeros", LeadingZeros.values());
        assertWords("/properties/fields/additionalProperties/properties/encoding", BinaryEncoding.values());
        assertWords("/properties/unlisted", Unlisted.values());
        assertWords("/properties/blanks", Blanks.values());
        assertWords(
                "/properties/write/properties/operation/then",
                Stream.concat(Stream.of(OPERATIONS), Stream.of("snapshot")).toArray());
        assertWords("/properties/snapshot/properties/deletes", SnapshotDeletes.values());
        assertWords("/properties/write/properties/operation/properties/values/additionalProperties", OPERATIONS);
        assertWords("/properties/write/properties/unmatched", UnmatchedRecords.values());
        assertWords("/properties/write/properties/keys", WriteKeys.values());
        assertWords("/properties/unfinished", UnfinishedImport.values());
        assertWords("/properties/empty", EmptyInput.values());
        assertWords("/properties/schedule/properties/missed", MissedTime.values());
        assertWords("/properties/write/properties/writer", WriterType.ALL.toArray());
    }

    private static void assertWords(String pointer, Object[] values) {
        assertThat(SCHEMA.at(pointer).path("enum").valueStream().map(JsonNode::stringValue))
                .as(pointer)
                .containsExactlyElementsOf(Arrays.stream(values)
                        .map(value -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accepted")
    void acceptedFilesAreValid(String name, JsonNode accepted) {
        JsonNode file = YAML.readTree(accepted.get("file").stringValue().replace("*day", "{type: date, pattern: y}"));

        assertThat(VALIDATOR.validate(file)).isEmpty();
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
                "{source: {files: a}, target: {collection: c}, write: {operation: upsert}}",
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
        List<JsonNode> described = SCHEMA.findParents("default");

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
