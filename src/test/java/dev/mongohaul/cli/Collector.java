package dev.mongohaul.cli;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Receiver of OTLP over HTTP, and of the pushes that a Pushgateway takes. */
final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /** Received request. */
    record Request(String method, String path, String type, ByteString body) {}

    Collector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::receive);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    ByteString.readFrom(exchange.getRequestBody())));
            exchange.sendResponseHeaders(200, -1);
        }
    }

    List<Request> requests(String path) {
        return requests.stream()
                .filter(request -> request.path().startsWith(path))
                .toList();
    }

    /** Returns the metrics of the last request. */
    List<Metric> metrics() {
        List<Request> sent = requests("/v1/metrics");
        return sent.isEmpty() ? List.of() : metrics(sent.get(sent.size() - 1)).toList();
    }

    private static Stream<Metric> metrics(Request request) {
        try {
            return ExportMetricsServiceRequest.parseFrom(request.body()).getResourceMetricsList().stream()
                    .flatMap(resource -> resource.getScopeMetricsList().stream())
                    .flatMap(scope -> scope.getMetricsList().stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Span> spans() {
        return requests("/v1/traces").stream().flatMap(Collector::spans).toList();
    }

    private static Stream<Span> spans(Request request) {
        try {
            return ExportTraceServiceRequest.parseFrom(request.body()).getResourceSpansList().stream()
                    .flatMap(resource -> resource.getScopeSpansList().stream())
                    .flatMap(scope -> scope.getSpansList().stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
