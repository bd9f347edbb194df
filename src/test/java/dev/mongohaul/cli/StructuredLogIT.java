package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Log lines and messages as JSON; a process where its own log and its folder count. */
class StructuredLogIT extends ProgramTest {

    @Test
    void runsOfAnImportAreLoggedWithTheirFigures() {
        try (Collector collector = new Collector()) {
            Result result = with("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url())
                    .start("import", "orders", "--log=json")
                    .await();

            assertThat(result.exitCode()).as(result.err()).isZero();
            assertThat(result.out()).startsWith("orders: completed (run 1)");
            List<JsonNode> lines = lines(result);
            assertThat(lines).allSatisfy(line -> {
                assertThat(line.at("/@timestamp").asString()).isNotEmpty();
                assertThat(line.at("/log/level").asString()).isEqualTo("INFO");
                assertThat(line.at("/service/name").asString()).isEqualTo("mongohaul");
            });
            assertThat(lines.get(0).at("/message").asString()).startsWith("Target: MongoDB ");
            JsonNode begun = only(lines, " began");
            assertThat(begun.at("/job").asString()).isEqualTo("orders");
            assertThat(begun.at("/import").asLong()).isEqualTo(1);
            assertThat(begun.at("/run").asLong()).isEqualTo(1);
            JsonNode ended = only(lines, " completed after ");
            assertThat(ended.at("/outcome").asString()).isEqualTo("completed");
            assertThat(ended.at("/written").asLong()).isEqualTo(10_000);
            assertThat(ended.at("/seconds").asDouble()).isPositive();
            assertThat(List.of(begun, ended))
                    .allSatisfy(line -> assertThat(line.at("/traceId").asString())
                            .isEqualTo(HexFormat.of()
                                    .formatHex(collector
                                            .spans()
                                            .get(0)
                                            .getTraceId()
                                            .toByteArray())));
        }
    }

    @Test
    void failedRunIsAnError() {
        Result result = program.runWithJsonLog("import", "orders", "fields.price=int32", "--log", "logstash");

        assertThat(result.exitCode()).isEqualTo(12);
        JsonNode ended = only(lines(result), " reject limit exceeded after ");
        assertThat(ended.at("/level").asString()).isEqualTo("ERROR");
        assertThat(ended.at("/outcome").asString()).isEqualTo("reject-limit-exceeded");
        assertThat(ended.at("/rejected").asLong()).isPositive();
        assertThat(ended.at("/job").asString()).isEqualTo("orders");
    }

    @ParameterizedTest
    @CsvSource({
        "import none, has no job",
        "report 77, There is no run 77",
        "report --fromat=json, There is no option --fromat",
        "nonsense, There is no command",
        "check none.csv, none.csv",
        "jobs --jobs=gone, gone",
    })
    void failureOfEachCommandIsOneLine(String command, String message) {
        Result result = with("LOGGING_STRUCTURED_FORMAT_CONSOLE", "gelf").runWithJsonLog(command.split(" ", -1));

        assertThat(result.exitCode()).isNotZero();
        JsonNode line = lines(result).get(0);
        assertThat(line.at("/short_message").asString()).contains(message);
        assertThat(line.at("/_level_name").asString()).isEqualTo("ERROR");
        assertThat(result.err()).doesNotContain("stack_trace", "\\tat ");
    }

    @Test
    void propertyOfTheFolderIsRead() throws IOException {
        Files.writeString(folder.resolve("application.properties"), "logging.structured.format.console=ecs\n");

        assertThat(lines(program.start("import", "none").await())
                        .get(0)
                        .at("/log/level")
                        .asString())
                .isEqualTo("ERROR");
        assertThat(program.start("import", "none", "--log=text").await().err()).doesNotContain("{");
    }

    @Test
    void unknownFormatIsRefused() {
        assertRefused(program.start("jobs", "--log=xml").await(), 2, "\"xml\" is no format of the log");
    }

    private Program with(String variable, String value) {
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put(variable, value);
        return program.with(variables);
    }

    /** Returns the lines of standard error, each of which is JSON. */
    private static List<JsonNode> lines(Result result) {
        assertThat(result.err()).isNotEmpty();
        return result.err()
                .lines()
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
    }

    private static JsonNode only(List<JsonNode> lines, String message) {
        List<JsonNode> found = lines.stream()
                .filter(line -> line.at("/message").asString().contains(message))
                .toList();
        assertThat(found).as("%s", lines).hasSize(1);
        return found.get(0);
    }
}
