package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.StoredRequest;
import dev.mongohaul.schedule.ScheduledJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Identity, settings and the schedule of each job in {@code src/test/resources/identity} are those that earlier
 * versions stored. If one changes, content that is loaded already is loaded again, and unfinished imports cannot be
 * resumed.
 */
class StoredIdentitiesTests {

    private static final Path FOLDER = Path.of("src/test/resources/identity").toAbsolutePath();
    private static final Path STORED = FOLDER.resolve("identities.json");
    private static final String SCHEMA = "/mongohaul-job.schema.json";
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    static Stream<String> jobs() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yml"))
                    .map(name -> name.substring(0, name.length() - ".yml".length()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void jobIsStoredAsByEarlierVersions(String job) throws IOException {
        JsonNode stored = JSON.readTree(Files.readString(STORED)).path(job);

        ObjectNode now = describe(new JobFiles(FOLDER, FOLDER).find(job, List.of()));

        assertThat(now).isEqualTo(stored);
    }

    @Test
    void storedIdentitiesAreThoseOfAllJobs() throws IOException {
        assertThat(JSON.readTree(Files.readString(STORED)).propertyNames()).containsExactlyElementsOf(jobs().toList());
    }

    @Test
    void jobsUseEveryKeyAndEveryValue() throws IOException {
        List<JsonNode> files = jobs().map(StoredIdentitiesTests::yaml).toList();
        try (InputStream schema = StoredIdentitiesTests.class.getResourceAsStream(SCHEMA)) {
            SchemaCoverage coverage = SchemaCoverage.of(JSON.readTree(schema), files);

            assertThat(coverage.unused())
                    .as("keys and values that no job in %s uses", FOLDER)
                    .containsExactlyInAnyOrder(
                            // The version of a processor is that of its jar: ProcessorTypeTests.
                            "processor: a string",
                            "processor-settings: a object",
                            "fields.*: \"array\"",
                            "fields.*: \"constant\"",
                            "fields.*: \"date\"",
                            "fields.*: \"source\"",
                            "fields.*.of: \"array\"",
                            "fields.*.of: \"constant\"",
                            "fields.*.of: \"json\"",
                            "fields.*.of: \"source\"");
        }
    }

    /** Values of the schema that no job can use. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "array",
                "constant",
                "date",
                "source",
                "{type: array, separator: ';', of: array}",
                "{type: array, separator: ';', of: constant}",
                "{type: array, separator: ';', of: json}",
                "{type: array, separator: ';', of: source}"
            })
    void fieldsThatNoJobUsesAreRefused(String field) {
        String text = "{source: {files: a.csv}, target: {collection: c}, fields: {a: " + field + "}}";
        JobFileReader reader = new JobFileReader(FOLDER);

        assertThatThrownBy(() -> reader.read(FOLDER.resolve("refused.yml"), text, List.of()))
                .isInstanceOf(JobFileException.class);
    }

    private static JsonNode yaml(String job) {
        return YAML.readTree(FOLDER.resolve(job + ".yml").toFile());
    }

    private static ObjectNode describe(JobFile file) {
        ImportJob job = new ImportJobs(InputStream.nullInputStream(), properties())
                .prepare(file, new StoredRequest(file.path().toString(), List.of()))
                .orElseThrow();
        String content = InputScan.of(job, new ImportMonitor()).content();
        ImportIdentity identity = job.identity(content, file.target().database() == null ? "db" : "shop");
        ObjectNode described = JSON.createObjectNode()
                .put("content", identity.content())
                .put("target", identity.target())
                .put("operation", identity.operation())
                .put("meaning", identity.meaning())
                .put("key", identity.key());
        ScheduledJob.of(file).ifPresent(scheduled -> described.put("schedule", scheduled.text()));
        described.set("settings", settings(job));
        return described;
    }

    /** Returns the settings without the folder and the default grid size, which depend on the machine. */
    private static JsonNode settings(ImportJob job) {
        ObjectNode settings = (ObjectNode) JSON.readTree(job.settings().replace(FOLDER.toString(), ""));
        if (!yaml(job.name()).has("partition")) {
            settings.remove("partition");
        }
        return settings;
    }

    private static ImportProperties properties() {
        return new ImportProperties(
                DataSize.ofMegabytes(16),
                DataSize.ofBytes(1),
                Duration.ZERO,
                List.of(),
                List.of(),
                DataSize.ofTerabytes(1),
                DataSize.ofGigabytes(10),
                RemoteProperties.ANY);
    }
}
