package dev.mongohaul.serve;

import dev.mongohaul.job.step.ImportLog;
import dev.mongohaul.job.step.ImportMeters;
import dev.mongohaul.job.step.RegistryMeters;
import dev.mongohaul.report.JobStandings;
import dev.mongohaul.report.ReportConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Has imports measured that run in this process, and what MongoDB knows of all of them looked up every 15 s. */
@Configuration(proxyBeanMethods = false)
@Import(ReportConfiguration.class)
public class MetricsConfiguration {

    private static final Duration EVERY = Duration.ofSeconds(15);

    /** Each has some fifty time series; what is beyond them is not measured. */
    private static final int MOST_JOBS = 500;

    @Bean
    static MeterFilter boundedJobs() {
        return MeterFilter.maximumAllowableTags("mongohaul", "job", MOST_JOBS, MeterFilter.deny());
    }

    /** Of the space on a disk, it would be where the program was started. */
    @Bean
    static MeterFilter withoutPaths() {
        return MeterFilter.ignoreTags("path");
    }

    @Bean
    ImportMeters importMeters(MeterRegistry registry) {
        return new ImportLog(new RegistryMeters(registry));
    }

    @Bean
    JobGauges jobGauges(JobStandings standings, MeterRegistry registry, Clock clock) {
        return new JobGauges(standings, registry, clock);
    }

    @Bean
    SchedulingConfigurer jobGaugesRefresh(JobGauges gauges) {
        return tasks -> tasks.addFixedDelayTask(gauges::refresh, EVERY);
    }
}
