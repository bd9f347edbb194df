package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareLimitIT extends ProgramTest {

    private static final List<String> SMALL =
            List.of("compare", "limit", "orders", "--connections=1", "--chunks=1000", "--grids=1", "--writers=direct");

    private Path scratch;

    @BeforeEach
    void createScratchFolder() throws IOException {
        scratch = Files.createDirectory(folder.resolve("scratch"));
        program = program.withJvm("-Djava.io.tmpdir=" + scratch);
    }

    @Test
    void allCandidatesAreMeasuredAndTheirDataIsRemoved() throws IOException {
        badOrders();

        Result result = program.run(arguments("--runs=1", "--format=json", "files=bad.csv", "rejects.limit=1"));

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err())
                .contains("1 of 4: limit, 1 connection, chunks of 1,000: ", "2 of 4: direct, grid 1: ")
                .contains("4 of 4: stock Spring Batch step is left out: the process ended with exit code 1: the stock");
        JsonNode found = JsonMapper.shared().readTree(result.out());
        assertThat(found.get("suite").stringValue()).isEqualTo("limit");
        assertThat(found.get("documents").longValue()).isEqualTo(2);
        assertThat(found.get("rejected").longValue()).isEqualTo(1);
        assertThat(found.get("findings")).hasSize(6);
        assertThatLimit(found.get("settings").get(0));
        assertThatImport(found.get("settings").get(1));
        assertThat(found.get("settings").get(2).get("kind").stringValue()).isEqualTo("clustered");
        assertThat(found.get("settings").get(3).get("failure").stringValue()).contains("the stock step is FAILED");
        assertThat(folder.resolve(".mongohaul/last-import"))
                .as("imports of a comparison are not remembered")
                .doesNotExist();
        assertThatNothingIsLeft();
    }

    @Test
    void changesAreMeasuredWithAndWithoutComparing() throws IOException {
        file(
                "products.csv",
                "sku,name,category,price,attributes.color,attributes.size,createdAt",
                "A,a,c,1,red,M,2026-01-01T00:00:00Z",
                "B,b,c,2,red,M,2026-01-01T00:00:00Z",
                "C,c,c,3,red,M,2026-01-01T00:00:00Z",
                "A,d,c,4,red,M,2026-01-01T00:00:00Z");
        List<String> arguments =
                new ArrayList<>(List.of(arguments("--runs=1", "--format=json", "files=products.csv", "--changed=50")));
        arguments.set(arguments.indexOf("orders"), "products");
        arguments.set(arguments.indexOf("--connections=1"), "--connections=1,2");

        Result result = program.run(arguments.toArray(String[]::new));

        assertThat(result.exitCode()).as(result.err()).isZero();
        JsonNode found = JsonMapper.shared().readTree(result.out());
        assertThat(found.get("operations").toString()).isEqualTo("[\"replace\"]");
        assertThat(found.get("documents").longValue()).isEqualTo(4);
        assertThat(found.get("before").longValue()).isEqualTo(3);
        assertThat(found.get("changed").longValue()).isEqualTo(1);
        assertThat(found.get("settings")
                        .valueStream()
                        .map(row -> row.get("name").stringValue()))
                .containsExactly(
                        "limit, 1 connection, chunks of 1,000",
                        "direct, grid 1",
                        "direct, grid 1, comparing first",
                        "direct, grid 1, compare: auto",
                        "direct, grid 1, clustered");
        assertThat(found.get("settings").get(2).get("settings").toString())
                .isEqualTo("{\"compare\":\"always\",\"gridSize\":1,\"writer\":\"direct\"}");
        assertThat(found.get("findings").toString())
                .contains(
                        "With documents compared first (direct, grid 1, comparing first) it takes",
                        "The limit was measured with one connection, because",
                        "No stock step was measured: it only inserts.");
        assertThatNothingIsLeft();
    }

    private static void assertThatLimit(JsonNode limit) {
        assertThat(limit.get("kind").stringValue()).isEqualTo("limit");
        assertThat(limit.get("settings").toString()).isEqualTo("{\"chunkSize\":1000,\"connections\":1}");
        assertThat(limit.get("ratio").doubleValue()).isEqualTo(1);
        assertThat(limit.get("stepSeconds").isNull()).isTrue();
    }

    private static void assertThatImport(JsonNode direct) {
        assertThat(direct.get("kind").stringValue()).isEqualTo("import");
        assertThat(direct.get("settings").toString()).isEqualTo("{\"gridSize\":1,\"writer\":\"direct\"}");
        assertThat(direct.get("seconds").get("median").doubleValue())
                .isGreaterThan(direct.get("stepSeconds").get("median").doubleValue());
        assertThat(direct.get("stepRatio").doubleValue()).isPositive();
        assertThat(direct.get("runs")).hasSize(1);
        assertThat(direct.get("failure").isNull()).isTrue();
    }

    @Test
    void interruptStopsAtOnceAndRemovesAllData() throws IOException {
        RunningProgram running = program.start(arguments("--runs=100"));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.readString(running.err()).contains("1 of "));

        Result result = running.signal("INT").await();

        assertThat(result.exitCode()).isEqualTo(11);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).doesNotContain("Exception");
        assertThatNothingIsLeft();
    }

    private void badOrders() {
        file(
                "bad.csv",
                "customer,sku,price,attributes.color,attributes.size,placedAt",
                "C,S,1.5,red,M,2026-01-01T00:00:00Z",
                "C,S,cheap,red,M,2026-01-01T00:00:00Z",
                "C,S,2.5,red,M,2026-01-01T00:00:00Z");
    }

    private static String[] arguments(String... further) {
        List<String> arguments = new ArrayList<>(SMALL);
        arguments.addAll(List.of(further));
        return arguments.toArray(String[]::new);
    }

    private void assertThatNothingIsLeft() throws IOException {
        assertThat(TestServer.client().listDatabaseNames()).noneMatch(name -> name.startsWith("mongohaul_compare_"));
        assertThat(collection("orders").countDocuments()).isZero();
        try (Stream<Path> files = Files.list(scratch)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("mongohaul-compare-")))
                    .isEmpty();
        }
        assertThatFolderHas().doesNotContain("rejects", "mongohaul");
    }
}
