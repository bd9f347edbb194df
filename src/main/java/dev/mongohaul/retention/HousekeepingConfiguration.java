package dev.mongohaul.retention;

import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRecords;
import dev.mongohaul.retention.Housekeeping.ServerTime;
import dev.mongohaul.retention.Pruner.ImportPruner;
import dev.mongohaul.retention.Pruner.Pruned;
import dev.mongohaul.schedule.OldSlots;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;

/** Configuration of hourly pruning. A failure is logged, and the next attempt follows an hour later. */
@Configuration(proxyBeanMethods = false)
public class HousekeepingConfiguration implements SchedulingConfigurer {

    private static final Logger LOG = LoggerFactory.getLogger(HousekeepingConfiguration.class);
    private static final Duration EVERY = Duration.ofHours(1);
    private static final Duration FIRST = Duration.ofMinutes(1);

    private final Housekeeping housekeeping;
    private final LeftoverDatabases databases;
    private final ServerTime time;

    HousekeepingConfiguration(
            JobFiles files, Pruner pruner, ImportProperties limits, ServerTime time, MongoConnections connections) {
        this.housekeeping = new Housekeeping(files, pruner, limits, time);
        this.databases = LeftoverDatabases.on(connections);
        this.time = time;
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addFixedDelayTask(new FixedDelayTask(this::removeOld, EVERY, FIRST));
    }

    private void removeOld() {
        try {
            housekeeping.run().stream().filter(Pruned::isSomething).forEach(HousekeepingConfiguration::log);
            databases.drop(databases.madeBefore(time.instant().minus(LeftoverDatabases.LONGEST)));
        } catch (RuntimeException e) {
            LOG.warn("Old imports could not be removed; the next attempt follows in an hour: {}", e.getMessage());
        }
    }

    private static void log(Pruned pruned) {
        LOG.info("{}: {} removed", pruned.job(), pruned.text());
    }

    /** Configuration of pruning, in addition to that of imports. */
    @Configuration(proxyBeanMethods = false)
    public static class PrunerConfiguration {

        @Bean
        BatchRecords batchRecords(RepositoryDatabase repository, RetryBudget retryPolicy) {
            return new BatchRecords(repository.database(), retryPolicy);
        }

        @Bean
        ImportPruner importPruner(
                ImportPlans plans,
                RejectStore rejects,
                JobRepository repository,
                BatchRecords records,
                RepositoryProperties properties) {
            return new ImportPruner(plans, rejects, repository, records, properties);
        }

        @Bean
        Pruner pruner(
                RepositoryDatabase repository,
                RetryBudget retryPolicy,
                ImportPlans plans,
                BatchRecords records,
                ImportPruner one) {
            return new Pruner(
                    plans,
                    new OldImports(repository.database(), retryPolicy),
                    new OldSlots(repository.database(), retryPolicy),
                    records,
                    one);
        }

        @Bean
        ServerTime serverTime(RepositoryDatabase repository, RetryBudget retryPolicy) {
            return new ServerTime(repository.database(), retryPolicy);
        }
    }
}
