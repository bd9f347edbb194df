package dev.mongohaul.telemetry;

import dev.mongohaul.job.run.ImportMeter;
import dev.mongohaul.job.run.ImportMeters;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.run.Run;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meters and traces of the imports of one command, sent to the receivers that the environment names. When it is closed, they
 * are sent for a limited time. A receiver that is away changes nothing else; the log says so.
 */
public final class Telemetry implements AutoCloseable {

    /** Time for the last figures. */
    private static final Duration LIMIT = Duration.ofSeconds(4);

    private static final Logger LOG = LoggerFactory.getLogger(Telemetry.class);
    private static final double MILLIS = 1000;
    private static final String LAST_SUCCESS = "mongohaul.last.success.timestamp";

    private final AtomicLong lastSuccess = new AtomicLong();

    private final CompositeMeterRegistry registry = new CompositeMeterRegistry();
    private final List<Exporter> exporters = new ArrayList<>();

    private Telemetry() {}

    /**
     * Returns the telemetry of the environment, which names a receiver at least.
     *
     * @throws IllegalArgumentException if an address is invalid, with a message for the user
     */
    public static Telemetry of(Map<String, String> environment) {
        Telemetry telemetry = new Telemetry();
        TelemetryAddress.of(environment, TelemetryAddress.OTLP)
                .ifPresent(
                        address -> telemetry.exporters.add(new OtlpExporter(address, environment, telemetry.registry)));
        TelemetryAddress.of(environment, TelemetryAddress.PUSHGATEWAY)
                .ifPresent(address -> telemetry.exporters.add(new Pushgateway(address, telemetry.registry)));
        return telemetry;
    }

    public ImportMeters meters() {
        ImportMeters meters = ImportMeters.in(registry);
        return (job, writer) -> new Measured(job, meters.of(job, writer));
    }

    /** Meter of one run, in all registries and as spans. */
    private final class Measured implements ImportMeter {

        private final String job;
        private final ImportMeter meter;
        private final List<ImportMeter> spans =
                exporters.stream().map(Exporter::spans).toList();

        Measured(String job, ImportMeter meter) {
            this.job = job;
            this.meter = meter;
        }

        @Override
        public void begun(Run run) {
            meter.begun(run);
            spans.forEach(each -> each.begun(run));
        }

        @Override
        public void chunkWritten(Counts counts, long bytes, Duration writing) {
            meter.chunkWritten(counts, bytes, writing);
        }

        @Override
        public void reached(ImportPlan plan, PhaseResult result) {
            meter.reached(plan, result);
        }

        @Override
        public void ended(Run run) {
            meter.ended(run);
            if (!run.ending().continues()) {
                lastSuccess.set(System.currentTimeMillis());
                // Of several files, the first one registers it.
                if (registry.find(LAST_SUCCESS).gauge() == null) {
                    Gauge.builder(LAST_SUCCESS, () -> lastSuccess.get() / MILLIS)
                            .baseUnit("seconds")
                            .description("When the job's last completed import came to its end, since 1970")
                            .tag("job", job)
                            .strongReference(true)
                            .register(registry);
                }
            }
            spans.forEach(each -> each.ended(run));
        }
    }

    /** Sends the last figures, to all receivers at the same time. */
    @Override
    public void close() {
        long end = System.nanoTime() + LIMIT.toNanos();
        List<CompletableFuture<Void>> flushed = exporters.stream()
                .map(exporter -> CompletableFuture.runAsync(exporter::flush, task -> {
                    Thread thread = new Thread(task, "telemetry");
                    thread.setDaemon(true);
                    thread.start();
                }))
                .toList();
        for (int index = 0; index < flushed.size(); index++) {
            await(flushed.get(index), end, exporters.get(index).receiver());
        }
    }

    private static void await(CompletableFuture<Void> flushed, long end, String receiver) {
        try {
            flushed.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.warn(
                    "{} did not answer within {} s: the last metrics and traces are lost", receiver, LIMIT.toSeconds());
        } catch (ExecutionException e) {
            String why = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage());
            LOG.warn("{}: the last metrics and traces are lost: {}", receiver, why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
