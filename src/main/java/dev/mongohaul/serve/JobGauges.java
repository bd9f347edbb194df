package dev.mongohaul.serve;

import dev.mongohaul.report.JobStandings;
import dev.mongohaul.report.JobStandings.JobStanding;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps figures that MongoDB knows, and not this process. They hold after a restart, and are the same at all that serve.
 * Whoever asks for them waits for no server; where it cannot be asked, they stay what they were.
 */
final class JobGauges {

    private static final Logger LOG = LoggerFactory.getLogger(JobGauges.class);
    private static final Duration LATELY = Duration.ofDays(1);

    private final JobStandings standings;
    private final Clock clock;
    private final MultiGauge lastCompleted;
    private final MultiGauge slots;
    private boolean failing;

    JobGauges(JobStandings standings, MeterRegistry registry, Clock clock) {
        this.standings = standings;
        this.clock = clock;
        this.lastCompleted = MultiGauge.builder("mongohaul.last.success.timestamp")
                .baseUnit("seconds")
                .description("When the job's last completed import came to its end, since 1970")
                .register(registry);
        this.slots = MultiGauge.builder("mongohaul.slots")
                .description("Slots of the job's schedule that were due within the last day, by what became of them")
                .register(registry);
    }

    /** Asks for all figures anew; by one thread. */
    void refresh() {
        try {
            List<JobStanding> jobs = standings.since(clock.instant().minus(LATELY));
            lastCompleted.register(jobs.stream().flatMap(JobGauges::completed).toList(), true);
            slots.register(jobs.stream().flatMap(JobGauges::slots).toList(), true);
            failing = false;
        } catch (RuntimeException e) {
            if (!failing) {
                LOG.warn("What jobs came to could not be read for the metrics; it is tried again: {}", e.getMessage());
            }
            failing = true;
        }
    }

    private static Stream<Row<?>> completed(JobStanding job) {
        return Stream.ofNullable(job.lastCompleted()).map(time -> Row.of(Tags.of("job", job.job()), seconds(time)));
    }

    private static double seconds(Instant time) {
        return time.toEpochMilli() / 1000.0;
    }

    private static Stream<Row<?>> slots(JobStanding job) {
        return job.slots().entrySet().stream()
                .map(state -> Row.of(Tags.of("job", job.job(), "state", state.getKey()), state.getValue()));
    }
}
