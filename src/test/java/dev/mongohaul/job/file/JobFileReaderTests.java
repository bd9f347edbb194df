package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.writer.WriterType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JobFileReaderTests {

    private static final Path FILE = Path.of("/etc/mongohaul/jobs/products.yml");
    private static final JobFileReader READER = new JobFileReader(Path.of("/home/me"));
    private static final Set<String> REQUIRED = Set.of("source", "target");
    private static final Pattern KEYS_OF = Pattern.compile("<keys of ([^>]*)>");
    private static final String LEAST = "source: { files: a.csv }\ntarget: { collection: c }\n";

    static Stream<Arguments> refused() throws IOException {
        return Cases.of("refused.yaml", "name");
    }

    static Stream<Arguments> accepted() throws IOException {
        return Cases.of("accepted.yaml", "name");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void everyProblemOfARefusedFileIsReported(String name, JsonNode refused) {
        JobFileException thrown = catchThrowableOfType(
                JobFileException.class, () -> read(refused.get("file").stringValue()));

        assertThat(thrown).as(name).isNotNull();
        assertThat(thrown.problems())
                .extracting(problem -> problem.toString().substring((FILE + ":").length()))
                .containsExactlyElementsOf(Cases.texts(refused.get("says")).stream()
                        .map(JobFileReaderTests::withKeys)
                        .toList());
        assertThat(thrown).hasMessageContaining(FILE + ":");
    }

    @ParameterizedTest
    @CsvSource({
        "5000, ''",
        "5000, operation: replace",
        "2000, 'operation: replace, keys: unique'",
        "2000, 'operation: snapshot, keys: unique'",
        "5000, 'operation: insert, keys: unique'",
        "5000, 'operation: delete, keys: unique'",
        "7, 'operation: replace, keys: unique, chunk-size: 7'",
        "100, writer: save",
        "100, writer: reactive",
        "5000, writer: reactive-buffered",
        "5000, writer: save-all",
        "5000, 'writer: save-all, operation: add'",
        "100, 'writer: save-all, operation: upsert'",
        "5000, 'writer: save, chunk-size: 5000'"
    })
    void chunksAreSmallerIfDocumentsAreComparedOrSentOneByOne(int records, String write) {
        JobFile job =
                read("source: { files: a.csv }\ntarget: { collection: c, id: [k] }\nfields: { k: string }\nwrite: { "
                        + write + " }\n");

        assertThat(job.write().chunkSize()).isEqualTo(records);
    }

    @Test
    void refusalOfUnknownWriterNamesKnownWriters() {
        assertThatThrownBy(() -> read("source: {files: a}\ntarget: {collection: c}\nwrite: {writer: rwa}\n"))
                .hasMessageContaining("write.writer: \"rwa\" is not one of "
                        + WriterType.ALL.stream().map(WriterType::name).collect(Collectors.joining(", ")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accepted")
    void settingsHaveTheValuesOfTheFile(String name, JsonNode accepted) {
        Cases.assertMeans(read(accepted.get("file").stringValue()), accepted.get("means"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accepted")
    void effectiveSettingsGiveAnEqualJobWhenReadAgain(String name, JsonNode accepted) {
        JobFile job = read(accepted.get("file").stringValue());
        EffectiveSettings settings = EffectiveSettings.of(job);

        assertThat(read(settings.toJson())).isEqualTo(job);
        assertThat(read(settings.toJson())).isEqualTo(job);
        assertThat(EffectiveSettings.of(read(settings.toJson())).toJson()).isEqualTo(settings.toJson());
    }

    @Test
    void absentKeysHaveTheDefaultsOfTheSchema() {
        JsonNode settings = JsonMapper.shared()
                .readTree(EffectiveSettings.of(read(LEAST)).toJson().replace("/etc/mongohaul/", ""));
        Map<String, String> expected = new LinkedHashMap<>(Map.of(
                "source.files", "[\"a.csv\"]",
                "target.collection", "c",
                "write.chunk-size", "5000",
                "partition.grid-size", String.valueOf(2 * Runtime.getRuntime().availableProcessors())));
        Map<String, String> effective = new LinkedHashMap<>();
        JobFileReader.settings().stream().filter(SettingRow::settable).forEach(row -> {
            String name = row.key().replaceFirst("[.].*", "");
            JsonNode section = JobFileReader.SCHEMA.root().path("properties").path(name);
            boolean inEveryFile = section.has("default") || REQUIRED.contains(name);
            boolean omitted = isOmitted(row.key());
            if (row.schema().has("default") && inEveryFile && !omitted) {
                expected.put(row.key(), text(row.schema().get("default")));
            }
            JsonNode value = settings.at("/" + row.key().replace('.', '/'));
            if (!value.isMissingNode()) {
                effective.put(row.key(), text(value));
            }
        });

        assertThat(effective).containsExactlyInAnyOrderEntriesOf(expected);
    }

    /** Returns whether a key, or a group that it is in, is not stored with its default. */
    private static boolean isOmitted(String key) {
        JsonNode at = JobFileReader.SCHEMA.root();
        for (String name : key.split("[.]", -1)) {
            at = at.path("properties").path(name);
            if (at.has("omit")) {
                return true;
            }
        }
        return false;
    }

    private static String text(JsonNode value) {
        return value.isContainer() ? value.toString() : value.asString();
    }

    /** Replaces {@code <keys of POINTER>} by the keys that the schema has there. */
    private static String withKeys(String message) {
        return KEYS_OF.matcher(message)
                .replaceAll(found -> String.join(
                        ", ", SettingsSchema.keys(JobFileReader.SCHEMA.root().at(found.group(1)))));
    }

    @Test
    void parametersAreForTheFilesThatAreRead() {
        List<String> parameters = List.of("source.after.completed=s3://shop/done");

        assertThat(READER.settings(FILE, List.of("s3://shop/in/a.csv"), parameters))
                .containsEntry("source.after.completed", "s3://shop/done");
        assertThatThrownBy(() -> READER.settings(FILE, List.of("a.csv"), parameters))
                .hasMessageContaining("source.after: moves files of this machine to s3://shop/done");
    }

    @Test
    void pathsStartAtTheFolderOfAFileOutsideJobs() {
        JobFile job = READER.read(Path.of("/etc/mongohaul/products.yaml"), LEAST, List.of());

        assertThat(job.source().files()).containsExactly("/etc/mongohaul/a.csv");
        assertThat(job.name()).isEqualTo("products");
    }

    @ParameterizedTest
    @ValueSource(strings = {".yml", "a b.yml", "-a.yml", "ä.yml", "a$.yml"})
    void invalidJobNamesAreRefused(String fileName) {
        JobFileException thrown = catchThrowableOfType(
                JobFileException.class, () -> READER.read(Path.of("/etc/jobs", fileName), LEAST, List.of()));

        assertThat(thrown).hasMessageContaining("is not a job name: rename the file");
    }

    @Test
    void aliasBombIsRefusedBeforeItExpands() {
        StringBuilder bomb = new StringBuilder(LEAST).append("nulls:\n");
        bomb.append("  - &a0 [x]\n");
        for (int level = 1; level < 9; level++) {
            bomb.append("  - &a")
                    .append(level)
                    .append(" [")
                    .append(("*a" + (level - 1) + ",").repeat(9))
                    .append("]\n");
        }

        JobFileException thrown = catchThrowableOfType(JobFileException.class, () -> read(bomb.toString()));

        assertThat(thrown).hasMessageContaining("has more than 50 aliases (*), which is the limit");
    }

    private static JobFile read(String text) {
        return READER.read(FILE, text, List.of());
    }
}
