package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.notification.Receiver.Post;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metrics and traces of imports that commands run. */
class TelemetryIT extends ProgramTest {

    private Collector collector;

    @BeforeEach
    void listen() {
        collector = new Collector();
        program = sending(collector.url(), collector.url() + "/push/");
    }

    @AfterEach
    void hangUp() {
        collector.close();
    }

    @Test
    void metricsOfAGoodRunArriveAtBothReceivers() {
        assertThat(program.run("import", "orders").exitCode()).isZero();

        assertThat(value("mongohaul.records.read", "")).isEqualTo(10_000);
        assertThat(value("mongohaul.records.written", "")).isEqualTo(10_000);
        assertThat(value("mongohaul.imports", "completed")).isEqualTo(1);
        assertThat(value("mongohaul.imports", "failed")).isZero();
        assertThat(collector.metrics())
                .extracting(Metric::getName)
                .contains("mongohaul.last.success.timestamp", "mongohaul.chunk.write", "mongohaul.read");
        Post push = push();
        assertThat(push.method()).isEqualTo("POST");
        assertThat(push.uri().getPath()).isEqualTo("/push/metrics/job/orders");
        assertThat(push.headers().getFirst("Content-Type")).startsWith("text/plain; version=0.0.4");
        assertThat(text(push))
                .contains("\nmongohaul_records_read_total{job=\"orders\",writer=\"direct\"} 10000.0\n")
                .contains("mongohaul_imports_total{job=\"orders\",outcome=\"completed\"} 1.0\n")
                .containsPattern("mongohaul_last_success_timestamp_seconds\\{job=\"orders\"} 1\\.\\d+E9\n")
                .endsWith("\n");
    }

    @Test
    void traceHasTheRunItsStepsAndItsPartitions() {
        assertThat(program.run("import", "orders", "grid-size=2").exitCode()).isZero();

        Map<String, Span> spans =
                collector.spans().stream().collect(Collectors.toMap(Span::getName, Function.identity()));
        List<String> partitions = spans.keySet().stream()
                .filter(name -> name.startsWith("import:"))
                .toList();
        assertThat(partitions).hasSize(2);
        assertThat(spans.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of("import orders", "prepare", "import", "finish"), partitions.stream())
                                .toList());
        Span run = spans.get("import orders");
        assertThat(run.getParentSpanId().isEmpty()).isTrue();
        assertThat(attributes(run.getAttributesList()))
                .containsEntry("mongohaul.job", "orders")
                .containsEntry("mongohaul.outcome", "completed")
                .containsEntry("mongohaul.run", "1")
                .containsEntry("mongohaul.records.written", "10000");
        assertThat(run.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
        assertThat(List.of("prepare", "import", "finish"))
                .allSatisfy(
                        step -> assertThat(spans.get(step).getParentSpanId()).isEqualTo(run.getSpanId()));
        assertThat(partitions)
                .allSatisfy(partition -> assertThat(spans.get(partition).getParentSpanId())
                        .isEqualTo(spans.get("import").getSpanId()));
        assertThat(spans.values()).allSatisfy(span -> {
            assertThat(span.getTraceId()).isEqualTo(run.getTraceId());
            assertThat(span.getStartTimeUnixNano()).isBetween(run.getStartTimeUnixNano(), run.getEndTimeUnixNano());
            assertThat(span.getEndTimeUnixNano()).isBetween(span.getStartTimeUnixNano(), run.getEndTimeUnixNano());
        });
    }

    @ParameterizedTest
    @CsvSource({"OTEL_TRACES_EXPORTER, /v1/metrics", "OTEL_METRICS_EXPORTER, /v1/traces"})
    void oneKindCanBeTurnedOff(String variable, String path) {
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put(variable, "none");

        Result result = program.with(variables).run("import", "orders");

        assertThat(result.err()).doesNotContain("WARN");
        assertThat(collector.requests("/v1"))
                .isNotEmpty()
                .allMatch(request -> request.uri().getPath().equals(path));
    }

    @Test
    void failedRunIsAnErrorAndNoSuccess() {
        assertThat(program.run("import", "orders", "fields.price=int32").exitCode())
                .isEqualTo(12);

        assertThat(value("mongohaul.imports", "reject-limit-exceeded")).isEqualTo(1);
        assertThat(text(push()))
                .contains("outcome=\"reject-limit-exceeded\"} 1.0\n")
                .doesNotContain("last_success");
        Span run = collector.spans().stream()
                .filter(span -> span.getName().equals("import orders"))
                .findFirst()
                .orElseThrow();
        assertThat(run.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(run.getStatus().getMessage()).contains("reject");
        assertThat(attributes(run.getAttributesList())).containsEntry("mongohaul.outcome", "reject-limit-exceeded");
    }

    @Test
    void commandWithoutARunSendsNothing() throws IOException {
        assertThat(program.run("import", "orders", "files=none.csv").exitCode()).isEqualTo(2);
        file("jobs/none.yml", "source: {files: none.csv}", "target: {collection: n}", "empty: ok");
        file("none.csv", "n");
        assertThat(program.run("import", "none").exitCode()).isZero();

        assertThat(collector.requests("/")).isEmpty();
    }

    @Test
    void killedRunHasSentWhatItDidAndNoEnd() throws IOException {
        Files.writeString(
                folder.resolve("big.csv"),
                program.run("generate", "orders", "rows=2000").out());
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put("OTEL_METRIC_EXPORT_INTERVAL", "100");
        FailPoint.on("insert")
                .block(Duration.ofMillis(250))
                .namespace(collection("orders").getNamespace().getFullName())
                .during(TestServer.client(), () -> {
                    RunningProgram running = program.with(variables)
                            .start("import", "orders", "files=big.csv", "chunk-size=25", "grid-size=1");
                    await().atMost(Duration.ofMinutes(1))
                            .until(() -> collector.metrics().stream()
                                    .anyMatch(metric -> metric.getName().equals("mongohaul.records.written")
                                            && metric.getSum().getDataPoints(0).getAsDouble() > 0));
                    running.signal("KILL").await();
                });

        assertThat(value("mongohaul.records.written", "")).isBetween(1.0, 2000.0);
        assertThat(value("mongohaul.imports", "completed")).isZero();
        assertThat(collector.spans()).isEmpty();
        assertThat(collector.requests("/push")).isEmpty();
    }

    @Test
    void receiverThatIsAwayChangesNothing() {
        collector.close();

        Result result = program.run("import", "orders");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).startsWith("orders: completed (run 1)");
        assertThat(result.err())
                .contains("WARN  http://127.0.0.1: the last metrics and traces are lost: cannot be reached")
                .doesNotContain("\tat ", "/push");
    }

    @Test
    void receiverThatNeverAnswersChangesNothing() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + silent.getLocalPort();

            Result result = sending(url, url).run("import", "orders");

            assertThat(result.exitCode()).isZero();
            assertThat(result.out()).startsWith("orders: completed (run 1)");
            assertThat(result.err()).contains("WARN  http://127.0.0.1", "the last metrics and traces are lost");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_ENDPOINT, collector:4318",
        "MONGOHAUL_PUSHGATEWAY_URL, http://user:s3cret@gateway",
        "MONGOHAUL_PUSHGATEWAY_URL, gateway s3cret",
    })
    void invalidAddressIsRefused(String variable, String address) {
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put(variable, address);

        Result result = program.with(variables).run("import", "orders");

        assertRefused(result, 2, variable + " is not an address such as http://");
        assertThat(result.err()).doesNotContain("s3cret");
        assertThat(collection("orders").countDocuments()).isZero();
    }

    private Program sending(String otlp, String pushgateway) {
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", otlp);
        variables.put("MONGOHAUL_PUSHGATEWAY_URL", pushgateway);
        return program.with(variables);
    }

    private Post push() {
        assertThat(collector.requests("/push")).hasSize(1);
        return collector.requests("/push").get(0);
    }

    private static String text(Post request) {
        return request.body();
    }

    /** Returns the last value of the counter that has this attribute; any if it is empty. */
    private double value(String name, String attribute) {
        List<NumberDataPoint> points = collector.metrics().stream()
                .filter(metric -> metric.getName().equals(name))
                .flatMap(metric -> metric.getSum().getDataPointsList().stream())
                .filter(point -> attribute.isEmpty()
                        || attributes(point.getAttributesList()).containsValue(attribute))
                .toList();
        assertThat(points).as(name).hasSize(1);
        assertThat(attributes(points.get(0).getAttributesList())).containsEntry("job", "orders");
        return points.get(0).getAsDouble();
    }

    private static Map<String, String> attributes(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey,
                        attribute -> attribute.getValue().hasIntValue()
                                ? String.valueOf(attribute.getValue().getIntValue())
                                : attribute.getValue().getStringValue()));
    }
}
