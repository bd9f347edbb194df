package dev.mongohaul.telemetry;

import dev.mongohaul.job.run.ImportMeter;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Collector of OpenTelemetry, by OTLP over HTTP with protobuf. Metrics are sent while an import runs and at its end, spans at
 * its end. Micrometer reads the headers and the attributes of the resource from their variables.
 */
final class OtlpExporter implements Exporter {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** More spans than an import has partitions. */
    private static final int MOST_SPANS = 100_000;

    /** Held, because the log of this logger, which has addresses, is turned off only as long as it is. */
    private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

    private final HttpPost post = new HttpPost();
    private final TelemetryAddress address;
    private final Optional<OtlpMeterRegistry> metrics;
    private final Optional<SdkTracerProvider> traces;
    private final AtomicReference<@Nullable UncheckedIOException> failure = new AtomicReference<>();

    OtlpExporter(TelemetryAddress address, Map<String, String> environment, CompositeMeterRegistry all) {
        LIBRARY.setLevel(Level.OFF);
        this.address = address;
        Settings settings = new Settings(address);
        metrics = isOn("OTEL_METRICS_EXPORTER", environment) ? Optional.of(measuring(settings)) : Optional.empty();
        traces = isOn("OTEL_TRACES_EXPORTER", environment) ? Optional.of(tracing(settings)) : Optional.empty();
        metrics.ifPresent(all::add);
    }

    /** Some collectors take only one of both. */
    private static boolean isOn(String variable, Map<String, String> environment) {
        return !environment.getOrDefault(variable, "").strip().equalsIgnoreCase("none");
    }

    private OtlpMeterRegistry measuring(Settings settings) {
        return OtlpMeterRegistry.builder(settings)
                .metricsSender(request -> {
                    Map<String, String> headers = new TreeMap<>(request.getHeaders());
                    headers.put("Content-Type", "application/x-protobuf");
                    try {
                        post.send(address.resolve("/v1/metrics"), headers, request.getMetricsData());
                        failure.set(null);
                    } catch (UncheckedIOException e) {
                        failure.set(e);
                    }
                })
                .build();
    }

    private SdkTracerProvider tracing(Settings settings) {
        OtlpHttpSpanExporterBuilder exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(address.resolve("/v1/traces").toString())
                .setConnectTimeout(TIMEOUT)
                .setTimeout(TIMEOUT)
                .setRetryPolicy(null);
        settings.headers().forEach(exporter::addHeader);
        AttributesBuilder attributes = Attributes.builder();
        settings.resourceAttributes().forEach(attributes::put);
        return SdkTracerProvider.builder()
                .setResource(Resource.create(attributes.build()))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter.build())
                        .setMaxQueueSize(MOST_SPANS)
                        .build())
                .build();
    }

    @Override
    public ImportMeter spans() {
        return traces.<ImportMeter>map(provider -> new RunSpans(provider.get("mongohaul")))
                .orElse(ImportMeter.NONE);
    }

    @Override
    public void flush() {
        metrics.ifPresent(OtlpMeterRegistry::close);
        CompletableResultCode sent = traces.map(
                        provider -> provider.shutdown().join(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                .orElseGet(CompletableResultCode::ofSuccess);
        UncheckedIOException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        if (!sent.isSuccess()) {
            throw new IllegalStateException("traces were not accepted");
        }
    }

    @Override
    public String receiver() {
        return address.toString();
    }

    /** Settings of the exporter; all others are those of Micrometer. */
    private record Settings(TelemetryAddress address) implements OtlpConfig {

        private static final String SERVICE = "service.name";
        private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";

        @Override
        public @Nullable String get(String key) {
            return null;
        }

        @Override
        public String url() {
            return address.resolve("/v1/metrics").toString();
        }

        @Override
        public Duration step() {
            String millis = System.getenv().getOrDefault(INTERVAL, "");
            return millis.matches("[1-9][0-9]{0,8}")
                    ? Duration.ofMillis(Long.parseLong(millis))
                    : Duration.ofMinutes(1);
        }

        @Override
        public Map<String, String> resourceAttributes() {
            Map<String, String> attributes = new TreeMap<>(OtlpConfig.super.resourceAttributes());
            attributes.putIfAbsent(SERVICE, "mongohaul");
            return attributes;
        }
    }
}
