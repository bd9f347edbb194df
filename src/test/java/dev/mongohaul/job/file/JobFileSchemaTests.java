package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.file.describe.JobFileSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

class JobFileSchemaTests {

    private static final Path COMMITTED = Path.of("src/main/resources/mongohaul-job.schema.json");
    private static final JsonNode SCHEMA = JsonMapper.shared().readTree(JobFileSchema.text());
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    static Stream<Arguments> accepted() throws IOException {
        return Cases.of("accepted.yaml", "name");
    }

    /** A stale one is made anew, so that adding a writer or a setting takes no more than running this test twice. */
    @Test
    void committedSchemaIsTheGeneratedOne() throws IOException {
        String committed = Files.readString(COMMITTED);
        if (!committed.equals(JobFileSchema.text())) {
            Files.writeString(COMMITTED, JobFileSchema.text());
        }

        assertThat(committed)
                .as("%s was stale and has been written anew: look at the change, and commit it", COMMITTED)
                .isEqualTo(JobFileSchema.text());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accepted")
    void filesThatAreTakenAreValid(String name, JsonNode accepted) {
        JsonNode file = YAML.readTree(accepted.get("file").stringValue().replace("*day", "{type: date, pattern: y}"));

        assertThat(SchemaCheck.problems(SCHEMA, file, "job")).isEmpty();
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
        assertThat(SchemaCheck.problems(SCHEMA, YAML.readTree(file), "job")).isNotEmpty();
    }

    @Test
    void defaultsAreValidAndAsAFileHasThem() {
        List<JsonNode> described = SCHEMA.findParents("default");

        assertThat(described)
                .hasSizeGreaterThan(25)
                .allSatisfy(setting -> assertThat(SchemaCheck.problems(setting, setting.get("default"), "default"))
                        .isEmpty());
        assertThat(SCHEMA.at("/properties/rejects/properties/directory/default").stringValue())
                .isEqualTo("rejects");
    }

    @Test
    void aLimitIsACountOrAText() {
        for (String limit : new String[] {"0", "25", "1%", "0.5%", "unlimited"}) {
            JsonNode file =
                    YAML.readTree("{source: {files: a}, target: {collection: c}, rejects: {limit: " + limit + "}}");

            assertThat(SchemaCheck.problems(SCHEMA, file, "job")).as(limit).isEmpty();
        }
    }
}
