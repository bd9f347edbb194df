package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.Running;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.UnfinishedRequests;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages of the program, and commands that run at the same time. */
class ServePagesIT extends ProgramTest {

    private static final int RECORDS = 3_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private Running running;
    private ServingProgram serving;

    @BeforeEach
    void writeJob() throws IOException {
        Files.writeString(folder.resolve("jobs/numbers.yml"), """
                source: {files: numbers.csv}
                target: {collection: numbers}
                fields: {n: int32}
                rejects: {limit: 50}
                """);
        Files.writeString(
                folder.resolve("numbers.csv"),
                IntStream.range(0, RECORDS)
                        .mapToObj(n -> n % 100 == 7 ? "n" + n : "" + n)
                        .collect(Collectors.joining("\n", "n\n", "\n")));
    }

    @AfterEach
    void end() {
        if (running.isAlive()) {
            running.stop();
        }
    }

    private void serve(Running begun) {
        running = begun;
        serving = new ServingProgram(begun);
    }

    @Test
    void figuresOfPagesReportsAndCollectionsAgree() throws Exception {
        serve(program.begin("serve", "--port=0"));
        serving.post("/jobs/numbers", "/jobs/numbers/imports", "parameters", "chunk-size=500");
        JsonNode report = Awaitility.await()
                .atMost(TIMEOUT)
                .until(this::report, found -> found.path("status").asString("").equals("completed-with-rejects"));
        long number = report.path("import").asLong();

        long documents = collection("numbers").countDocuments();
        assertThat(documents).isEqualTo(RECORDS - RECORDS / 100);
        assertThat(report.at("/counts/read").asLong()).isEqualTo(RECORDS);
        assertThat(report.at("/counts/written").asLong()).isEqualTo(documents);
        assertThat(report.at("/counts/rejected").asLong())
                .isEqualTo(collection("mongohaul_rejects").countDocuments())
                .isEqualTo(RECORDS / 100);
        String figures = "%,d read, %,d written, 0 already there, %d rejected"
                .formatted(RECORDS, documents, report.at("/counts/rejected").asLong());
        assertThat(serving.get("/imports/" + number).body()).contains(figures, "numbers.csv:9", "<code>n7</code>");
        assertThat(serving.get("/").body()).contains("3,000 read, 30 rejected");
        HttpResponse<String> rejects = serving.get("/imports/" + number + "/rejects.csv");
        assertThat(rejects.body())
                .isEqualTo(program.run("rejects", report.path("run").asString()).out());
        assertThat(serving.get("/actuator/prometheus").body())
                .contains(
                        "mongohaul_records_read_total{job=\"numbers\",writer=\"direct\"} 3000.0",
                        "mongohaul_records_written_total{job=\"numbers\",writer=\"direct\"} 2970.0",
                        "mongohaul_records_rejected_total{job=\"numbers\",writer=\"direct\"} 30.0",
                        "mongohaul_imports_total{job=\"numbers\",outcome=\"completed-with-rejects\"} 1.0");
    }

    /** The connections are more than fit into the memory; the pages answer again when they have ended. */
    @Test
    void smallProcessSurvivesConnectionsAndStopsItsImport() throws IOException {
        int ownPort = freePort();
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put("MANAGEMENT_SERVER_PORT", String.valueOf(ownPort));
        serve(program.with(environment)
                .withJvm("-Xmx128m", "-XX:+ExitOnOutOfMemoryError")
                .start("serve", "--port=0"));
        URI health = URI.create("http://127.0.0.1:%d/actuator/health".formatted(ownPort));
        try (UnfinishedRequests requests =
                new UnfinishedRequests(URI.create(serving.address()).getPort(), 4000)) {
            assertThat(requests).isNotNull();
            HttpRequest request =
                    HttpRequest.newBuilder(health).timeout(TIMEOUT).build();
            assertThat(HttpClient.newHttpClient()
                            .sendAsync(request, BodyHandlers.discarding())
                            .join()
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(serving.get("/").statusCode()).isEqualTo(200);

        FailPoint.on("insert")
                .block(Duration.ofMillis(200))
                .namespace(collection("numbers").getNamespace().getFullName())
                .during(TestServer.client(), () -> {
                    serving.post("/jobs/numbers", "/jobs/numbers/imports", "parameters", "chunk-size=50");
                    Awaitility.await()
                            .atMost(TIMEOUT)
                            .until(() -> collection("numbers").countDocuments() > 0);
                    Result ended = running.stop();
                    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(143);
                });
        assertThat(report().path("status").asString()).isEqualTo("stopped");
        assertThat(collection("numbers").countDocuments()).isBetween(1L, RECORDS - 1L);

        Result result = program.run("import", "numbers");

        assertThat(result.exitCode()).as(result.err()).isEqualTo(10);
        assertThat(collection("numbers").countDocuments()).isEqualTo(RECORDS - RECORDS / 100);
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @Test
    void fileOfTheConnectionStringIsRefusedAsInput() throws Exception {
        Files.writeString(folder.resolve("uri"), TestServer.uri());
        Files.setPosixFilePermissions(folder.resolve("uri"), PosixFilePermissions.fromString("rw-------"));
        serve(program.begin("serve", "--port=0", "--mongodb-uri-file=uri"));

        HttpResponse<String> answer = serving.post("/jobs/numbers", "/jobs/numbers/imports", "files", "uri");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("holds a secret of this program").doesNotContain(TestServer.uri());
    }

    /** Returns the last run of the JSON report. */
    private JsonNode report() {
        return JsonMapper.shared()
                .readTree(program.run("report", "--format=json").out())
                .path(0);
    }
}
