package dev.mongohaul.cli;

import dev.mongohaul.notification.Receiver;
import dev.mongohaul.notification.Receiver.Post;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/** Receiver of OTLP over HTTP, and of the pushes that a Pushgateway takes. */
final class Collector implements AutoCloseable {

    private final Receiver receiver = Receiver.start();

    String url() {
        return "http://127.0.0.1:" + receiver.port();
    }

    List<Post> requests(String path) {
        return receiver.posts().stream()
                .filter(request -> request.uri().getPath().startsWith(path))
                .toList();
    }

    /** Returns the metrics of the last request. */
    List<Metric> metrics() {
        List<Post> sent = requests("/v1/metrics");
        return sent.isEmpty() ? List.of() : metrics(sent.get(sent.size() - 1)).toList();
    }

    private static Stream<Metric> metrics(Post request) {
        try {
            return ExportMetricsServiceRequest.parseFrom(request.content()).getResourceMetricsList().stream()
                    .flatMap(resource -> resource.getScopeMetricsList().stream())
                    .flatMap(scope -> scope.getMetricsList().stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Span> spans() {
        return requests("/v1/traces").stream().flatMap(Collector::spans).toList();
    }

    private static Stream<Span> spans(Post request) {
        try {
            return ExportTraceServiceRequest.parseFrom(request.content()).getResourceSpansList().stream()
                    .flatMap(resource -> resource.getScopeSpansList().stream())
                    .flatMap(scope -> scope.getSpansList().stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        receiver.close();
    }
}
