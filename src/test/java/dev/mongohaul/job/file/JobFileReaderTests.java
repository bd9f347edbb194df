package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.writer.WriterType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JobFileReaderTests {

    private static final Path FILE = Path.of("/etc/mongohaul/jobs/products.yml");
    private static final JobFileReader READER = new JobFileReader(Path.of("/home/me"));
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
                .containsExactlyElementsOf(Cases.texts(refused.get("says")));
        assertThat(thrown).hasMessageContaining(FILE + ":");
    }

    @Test
    void warmUpReadsItsExample() {
        assertThatNoException().isThrownBy(JobFileReader::warmUp);
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
    void absentKeysHaveTheDefaultsOfTheTable() {
        String expected = """
                {"source":{"files":["/etc/mongohaul/a.csv"],"charset":"UTF-8","delimiter":",","quote":"\\"",\
                "escape":"none","header":true,"skip-lines":0,"stray-quotes":"text","ragged":"reject","trim":"none"},\
                "target":{"collection":"c","id":[],"indexes":[]},"fields":{},"unlisted":"keep","blanks":"omit",\
                "nulls":[""],"write":{"writer":"direct","operation":"insert","match":[],"upsert":false,\
                "unmatched":"count","keys":"any","compare":"auto","ordered":false,"write-concern":"majority","chunk-size":5000,\
                "chunk-bytes":"1MiB","buffer":100},"partition":{"grid-size":CORES},\
                "rejects":{"limit":"0","directory":"/etc/mongohaul/rejects"},"unfinished":"refuse","empty":"fail",\
                "notify":{"rejects":"1%","slower":"3"}}""";

        assertThat(EffectiveSettings.of(read(LEAST)).toJson())
                .isEqualTo(expected.replace(
                        "CORES", String.valueOf(2 * Runtime.getRuntime().availableProcessors())));
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
