package dev.mongohaul.cli.session;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.serve.security.UnreadBodies;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;

/**
 * Metrics of a worker in the text format of Prometheus, at the path {@code /metrics}. They contain names of jobs only.
 *
 * <p>Tomcat reads headers without a thread, so that clients that send slowly delay no others.
 */
public final class MetricsEndpoint implements AutoCloseable {

    private static final int LAST_PORT = 65_535;
    private static final String PATH = "/metrics";
    private static final String MOST_THREADS = "4";
    private static final String MOST_CONNECTIONS = "1000";
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final String host;
    private final WebServer server;

    /** @throws UsageException if the address cannot be used */
    public MetricsEndpoint(String option, InetSocketAddress address) {
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        host = address.getHostString();
        TomcatServletWebServerFactory tomcat = new TomcatServletWebServerFactory(address.getPort());
        tomcat.setAddress(address.getAddress());
        tomcat.addConnectorCustomizers(UnreadBodies::close, connector -> {
            connector.setProperty("maxThreads", MOST_THREADS);
            connector.setProperty("maxConnections", MOST_CONNECTIONS);
            connector.setProperty("connectionTimeout", String.valueOf(LONGEST_SILENCE.toMillis()));
            connector.setProperty("maxKeepAliveRequests", "1");
        });
        server = tomcat.getWebServer(
                context -> context.addServlet("metrics", new Answers(registry)).addMapping("/"));
        try {
            server.start();
        } catch (WebServerException e) {
            throw new UsageException("%s: %s; choose another address or port".formatted(option, e.getMessage()));
        }
    }

    /** Returns the address of {@code PORT} or {@code ADDRESS:PORT}; null if it is neither. */
    static @Nullable public InetSocketAddress parse(String text) {
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

    public String url() {
        return "http://%s:%d%s".formatted(host.contains(":") ? "[" + host + "]" : host, server.getPort(), PATH);
    }

    @Override
    public void close() {
        server.stop();
        server.destroy();
    }

    private static final class Answers extends HttpServlet {

        private static final long serialVersionUID = 1L;
        private static final Set<String> METHODS = Set.of("GET", "HEAD");

        private final transient PrometheusMeterRegistry registry;

        private Answers(PrometheusMeterRegistry registry) {
            this.registry = registry;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (!request.getRequestURI().equals(PATH)) {
                response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            } else if (!METHODS.contains(request.getMethod())) {
                response.setStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
                response.setHeader("Allow", "GET, HEAD");
            } else {
                byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
                response.setContentType("text/plain; version=0.0.4; charset=utf-8");
                response.setContentLength(text.length);
                response.getOutputStream().write(text);
            }
        }
    }
}
