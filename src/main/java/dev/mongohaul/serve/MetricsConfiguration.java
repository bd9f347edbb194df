package dev.mongohaul.serve;

import dev.mongohaul.job.run.ImportLog;
import dev.mongohaul.job.run.ImportMeters;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.report.JobStanding;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.work.WorkerReports;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.Scheduled;

/** Configuration of the metrics: counts of this process, and figures of all imports that MongoDB has. */
@Configuration(proxyBeanMethods = false)
@Import({Reports.class, MetricsConfiguration.JobGauges.class})
class MetricsConfiguration {

    /** Upper bound of measured jobs, since each has about fifty time series. */
    private static final int MAX_JOBS = 500;

    @Bean
    static MeterFilter boundedJobs() {
        return MeterFilter.maximumAllowableTags("mongohaul", "job", MAX_JOBS, MeterFilter.deny());
    }

    /** Removes the label of the disk space, which is the working directory. */
    @Bean
    static MeterFilter withoutPaths() {
        return MeterFilter.ignoreTags("path");
    }

    @Bean
    ImportMeters importMeters(MeterRegistry registry) {
        return new ImportLog(ImportMeters.in(registry));
    }

    /**
     * Gauges of figures that MongoDB has: they survive a restart and are the same in all processes. A scrape does not wait
     * for MongoDB; while it is unreachable, the last values stay.
     */
    static final class JobGauges {

        private static final Logger LOG = LoggerFactory.getLogger(JobGauges.class);
        private static final Duration SLOT_AGE = Duration.ofDays(1);

        private final Reports reports;
        private final WorkerReports workers;
        private final Clock clock;
        private final MultiGauge lastCompleted;
        private final MultiGauge slots;
        private final MultiGauge partitions;
        private final MultiGauge workerStates;
        private boolean failing;

        JobGauges(Reports reports, WorkerReports workers, MeterRegistry registry, Clock clock) {
            this.reports = reports;
            this.workers = workers;
            this.clock = clock;
            this.lastCompleted = MultiGauge.builder("mongohaul.last.success.timestamp")
                    .baseUnit("seconds")
                    .description("When the job's last completed import came to its end, since 1970")
                    .register(registry);
            this.slots = MultiGauge.builder("mongohaul.slots")
                    .description(
                            "Slots of the job's schedule that were due within the last day, by what became of them")
                    .register(registry);
            this.partitions = MultiGauge.builder("mongohaul.partitions")
                    .description("Partitions of the running imports that are shared with workers")
                    .register(registry);
            this.workerStates = MultiGauge.builder("mongohaul.workers")
                    .description("Workers that were seen within the last minute")
                    .register(registry);
        }

        /** Reads all figures. Called by one thread at a time. */
        @Scheduled(fixedDelay = 15, timeUnit = TimeUnit.SECONDS)
        void refresh() {
            try {
                List<JobStanding> jobs = reports.standings(clock.instant().minus(SLOT_AGE));
                lastCompleted.register(
                        jobs.stream().flatMap(JobGauges::completed).toList(), true);
                slots.register(jobs.stream().flatMap(JobGauges::slots).toList(), true);
                partitions.register(
                        workers.partitions().entrySet().stream()
                                .flatMap(job -> states(Tags.of("job", job.getKey()), job.getValue()))
                                .toList(),
                        true);
                workerStates.register(
                        states(Tags.empty(), workers.seen().states()).toList(), true);
                failing = false;
            } catch (RuntimeException e) {
                if (!failing) {
                    LOG.atLevel(reports.slots().retries().level(e))
                            .log(
                                    "The figures of jobs could not be read for the metrics; retrying: {}",
                                    TransientServerException.problem(e));
                }
                failing = true;
            }
        }

        private static Stream<Row<?>> completed(JobStanding job) {
            return Stream.ofNullable(job.lastCompleted())
                    .map(time -> Row.of(Tags.of("job", job.job()), time.toEpochMilli() / 1000.0));
        }

        private static Stream<Row<?>> states(Tags tags, Map<String, ? extends Number> counts) {
            return counts.entrySet().stream().map(state -> Row.of(tags.and("state", state.getKey()), state.getValue()));
        }

        private static Stream<Row<?>> slots(JobStanding job) {
            return states(Tags.of("job", job.job()), job.slots());
        }
    }
}
