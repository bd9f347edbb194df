package dev.mongohaul.schedule;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.SecretFiles;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.repository.run.Runs;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Configuration of schedules, in addition to that of imports. Needs beans of {@link JobFiles}, {@link Clock} and {@link
 * SecretFiles}.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SlotConfiguration.SlotSettings.class)
public class SlotConfiguration {

    @Bean
    InputRules inputRules(ImportProperties limits, JobFiles files, ObjectProvider<SecretFiles> secrets) {
        return limits.inputRules()
                .in(files.workingDirectory())
                .confinedRemotely()
                .without(secrets.stream().flatMap(some -> some.paths().stream()).toList());
    }

    @Bean
    ImportJobs importJobs(ImportProperties limits, InputRules rules) {
        return new ImportJobs(InputStream.nullInputStream(), limits, rules, Path.of(""));
    }

    /** A thread of its own, since a lease that waits for other tasks is lost. */
    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService slotRenewals() {
        return Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("slot-lease-"));
    }

    @Bean(destroyMethod = "shutdownNow")
    ExecutorService slotThreads() {
        return Executors.newCachedThreadPool(new CustomizableThreadFactory("slot-"));
    }

    @Bean
    SlotRuns slotRuns(
            Slots slots,
            JobFiles files,
            ImportJobs jobs,
            InputRules rules,
            SlotSettings settings,
            Clock clock,
            ImportLauncher launcher,
            Runs runs,
            ScheduledExecutorService slotRenewals) {
        SlotInput input =
                new SlotInput(job -> SlotInput.stamps(job, rules, launcher::known), settings.settled(), clock);
        return new SlotRuns(slots, files, jobs, input, launcher, runs, settings.lease(), slotRenewals);
    }

    /** The name is published, as the component of the health. */
    @Bean
    Timetable schedules(JobFiles files, Slots slots, SlotRuns runs, ExecutorService slotThreads, Clock clock) {
        slots.createIndexes();
        return new Timetable(files, slots, runs, slotThreads, clock);
    }

    /**
     * Properties of slots.
     *
     * @param settled how long the files of a slot have to be unchanged before they are read
     * @param lease how long a slot belongs to a process without a sign of life
     */
    @ConfigurationProperties("mongohaul.slots")
    public record SlotSettings(
            @DefaultValue("5s") Duration settled,
            @DefaultValue("60s") Duration lease) {

        public SlotSettings {
            if (settled.isNegative()) {
                throw new InvalidConfigurationPropertyValueException(
                        "mongohaul.slots.settled", settled, "must be 0 or more.");
            }
            if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new InvalidConfigurationPropertyValueException(
                        "mongohaul.slots.lease", lease, "must be 1s or more.");
            }
        }
    }
}
