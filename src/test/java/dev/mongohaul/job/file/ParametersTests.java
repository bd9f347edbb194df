package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mongohaul.job.setting.JobFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class ParametersTests {

    private static final String ORDERS = """
            source: { files: data/orders.csv }
            target: { collection: orders }
            fields:
              price: { type: decimal, decimal-comma: true }
            write: { chunk-size: 100 }
            """;

    static Stream<Arguments> parameters() throws IOException {
        return Cases.of("parameters.yaml", "given");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parameters")
    void parametersOverrideTheFile(String name, JsonNode parameters) {
        List<String> given = Cases.texts(parameters.get("given"));

        if (parameters.has("means")) {
            Cases.assertMeans(read(ORDERS, given), parameters.get("means"));
        } else {
            JobFileException thrown = catchThrowableOfType(JobFileException.class, () -> read(ORDERS, given));

            assertThat(thrown).isNotNull();
            assertThat(thrown.problems())
                    .extracting(JobFileProblem::toString)
                    .containsExactlyElementsOf(Cases.texts(parameters.get("says")));
        }
    }

    @Test
    void parameterFixesAMistakeOfTheFile() {
        JobFile job = read(ORDERS.replace("100", "lots"), List.of("chunk-size=100"));

        assertThat(job.write().chunkSize()).isEqualTo(100);
    }

    @Test
    void parameterCanAddAMissingGroup() {
        JobFile job = read("target: { collection: c }", List.of("files=/in/a.csv"));

        assertThat(job.source().files()).containsExactly("/in/a.csv");
    }

    @Test
    void everyOverridableSettingIsFoundByItsFullKey() {
        List<SettingRow> rows =
                JobFileReader.settings().stream().filter(SettingRow::settable).toList();

        assertThat(rows).hasSizeGreaterThan(35);
        assertThat(rows)
                .allSatisfy(row -> assertThat(
                                String.join(".", Parameters.setting(row.key()).key()))
                        .isEqualTo(row.key()));
    }

    private static JobFile read(String text, List<String> parameters) {
        return new JobFileReader(Path.of("/home/me")).read(Path.of("/etc/jobs/orders.yml"), text, parameters);
    }
}
