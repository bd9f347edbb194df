package dev.mongohaul.job.launch;

import com.mongodb.client.MongoClient;
import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.launch.RunControl.RejectFiles;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.repository.WorkerStore;
import dev.mongohaul.repository.batch.BatchRepositoryConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;

/**
 * Configuration of imports, in addition to a {@link MongoConnections} bean. Without auto-configuration, whose search
 * would slow down short commands.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({RepositoryProperties.class, ImportProperties.class, BrokerProperties.class})
@Import({
    BatchRepositoryConfiguration.class,
    RunControl.class,
    ImportLauncher.class,
    BatchJobFactory.class,
    Distribution.class,
    RejectFiles.class,
    Runs.class,
})
public class ImportConfiguration {

    @Bean
    RepositoryDatabase repositoryDatabase(MongoConnections connections) {
        MongoClient client = connections.repository().client();
        return new RepositoryDatabase(new SimpleMongoClientDatabaseFactory(
                client, connections.repository().address().database()));
    }

    @Bean
    RetryBudget retryPolicy(ImportProperties properties) {
        return new RetryBudget(properties.rideThrough());
    }

    @Bean
    ImportPlans importPlans(RepositoryDatabase repository, RetryBudget retryPolicy) {
        ImportPlans plans = new ImportPlans(repository.database(), retryPolicy);
        plans.createIndexes();
        return plans;
    }

    @Bean
    WorkerStore workerStore(RepositoryDatabase repository) {
        return new WorkerStore(repository.database());
    }

    @Bean
    RejectStore rejectStore(RepositoryDatabase repository, RetryBudget retryPolicy) {
        return new RejectStore(repository.database(), retryPolicy);
    }
}
