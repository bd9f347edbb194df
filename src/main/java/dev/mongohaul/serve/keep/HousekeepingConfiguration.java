package dev.mongohaul.serve.keep;

import dev.mongohaul.compare.LeftDatabases;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.keep.Housekeeping;
import dev.mongohaul.job.keep.Pruned;
import dev.mongohaul.job.keep.Pruner;
import dev.mongohaul.job.keep.ServerTime;
import dev.mongohaul.job.run.MongoConnections;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;

/** Keeps house every hour. What fails is tried again an hour later. */
@Configuration(proxyBeanMethods = false)
public class HousekeepingConfiguration implements SchedulingConfigurer {

    private static final Logger LOG = LoggerFactory.getLogger(HousekeepingConfiguration.class);
    private static final Duration EVERY = Duration.ofHours(1);
    private static final Duration FIRST = Duration.ofMinutes(1);

    private final Housekeeping housekeeping;
    private final LeftDatabases databases;
    private final ServerTime time;

    HousekeepingConfiguration(
            JobFiles files, Pruner pruner, ImportProperties limits, ServerTime time, MongoConnections connections) {
        this.housekeeping = new Housekeeping(files, pruner, limits, time);
        this.databases = LeftDatabases.on(connections);
        this.time = time;
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addFixedDelayTask(new FixedDelayTask(this::keepHouse, EVERY, FIRST));
    }

    private void keepHouse() {
        try {
            housekeeping.run().stream().filter(Pruned::isSomething).forEach(HousekeepingConfiguration::tell);
            databases.drop(databases.madeBefore(time.instant().minus(LeftDatabases.LONGEST)));
        } catch (RuntimeException e) {
            LOG.warn("Old imports could not be removed; it is tried again in an hour: {}", e.getMessage());
        }
    }

    private static void tell(Pruned pruned) {
        LOG.info("{}: {} removed", pruned.job(), pruned.text());
    }
}
