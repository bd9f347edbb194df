package dev.mongohaul.job.slot;

import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.SecretFiles;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.repository.slot.Slots;
import java.io.InputStream;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * All that running jobs by their schedules takes, on top of what imports take; of the {@link JobFiles}, {@link Clock} and
 * {@link SecretFiles} given.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SlotSettings.class)
public class SlotConfiguration {

    @Bean
    InputRules inputRules(ImportProperties limits, ObjectProvider<SecretFiles> secrets) {
        return limits.inputRules()
                .without(secrets.stream().flatMap(some -> some.paths().stream()).toList());
    }

    @Bean
    ImportJobs importJobs(ImportProperties limits, InputRules rules) {
        return new ImportJobs(InputStream.nullInputStream(), limits, rules);
    }

    @Bean
    SlotInput slotInput(InputRules rules, SlotSettings settings, Clock clock) {
        return new SlotInput(new InputStamps(rules), settings.settled(), clock);
    }

    @Bean
    SlotImports slotImports(JobFiles files, ImportJobs jobs, SlotInput input, ImportLauncher launcher, Runs runs) {
        return new SlotImports(files, jobs, input, launcher, runs);
    }

    /** Of its own thread, since a lease that waits behind others is lost. */
    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService slotRenewals() {
        return Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("slot-lease-"));
    }

    @Bean(destroyMethod = "shutdownNow")
    ExecutorService slotThreads() {
        return Executors.newCachedThreadPool(new CustomizableThreadFactory("slot-"));
    }

    @Bean
    SlotRuns slotRuns(Slots slots, SlotImports imports, SlotSettings settings, ScheduledExecutorService slotRenewals) {
        return new SlotRuns(slots, imports, settings.lease(), slotRenewals);
    }

    @Bean
    Timetable timetable(JobFiles files, Slots slots, SlotRuns runs, ExecutorService slotThreads, Clock clock) {
        slots.createIndexes();
        return new Timetable(files, slots, runs, slotThreads, clock);
    }
}
