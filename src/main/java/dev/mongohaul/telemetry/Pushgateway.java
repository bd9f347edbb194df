package dev.mongohaul.telemetry;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pushgateway of Prometheus, which keeps the figures of each job's last run. A push replaces metrics of the same name only, so
 * that the time of the last success stays after a failure.
 */
final class Pushgateway implements Exporter {

    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", "text/plain; version=0.0.4; charset=utf-8", "User-Agent", "mongohaul");

    private final HttpPost post = new HttpPost();
    private final TelemetryAddress address;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    Pushgateway(TelemetryAddress address, CompositeMeterRegistry all) {
        this.address = address;
        all.add(registry);
    }

    /** A command imports one job, whose name is the label by which the gateway groups. */
    @Override
    public void flush() {
        Set<String> jobs = registry.getMeters().stream()
                .map(Meter::getId)
                .map(id -> id.getTag("job"))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        byte[] body = registry.scrape().getBytes(StandardCharsets.UTF_8);
        jobs.forEach(job -> post.send(group(job), HEADERS, body));
    }

    private URI group(String job) {
        byte[] name = job.getBytes(StandardCharsets.UTF_8);
        return address.resolve(
                job.matches("[\\w.-]+")
                        ? "/metrics/job/" + job
                        : "/metrics/job@base64/" + Base64.getUrlEncoder().encodeToString(name));
    }

    @Override
    public String receiver() {
        return address.toString();
    }
}
