package dev.mongohaul.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Metrics of a worker in the text format of Prometheus, at the path {@code /metrics}. They contain names of jobs only. */
final class MetricsEndpoint implements AutoCloseable {

    private static final int LAST_PORT = 65_535;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpServer server;

    /** @throws UsageException if the address cannot be used */
    MetricsEndpoint(String option, InetSocketAddress address) {
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new UsageException("%s: %s; choose another address or port".formatted(option, e.getMessage()));
        }
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        server.createContext("/metrics", this::answer);
        server.start();
    }

    /** Returns the address of {@code PORT} or {@code ADDRESS:PORT}; null if it is neither. */
    static @Nullable InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            InetSocketAddress address = colon < 0
                    ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                    : new InetSocketAddress(text.substring(0, colon), port);
            return port < 0 || port > LAST_PORT || address.isUnresolved() ? null : address;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    PrometheusMeterRegistry registry() {
        return registry;
    }

    String url() {
        InetSocketAddress address = server.getAddress();
        String host = address.getHostString();
        return "http://%s:%d/metrics".formatted(host.contains(":") ? "[" + host + "]" : host, address.getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
