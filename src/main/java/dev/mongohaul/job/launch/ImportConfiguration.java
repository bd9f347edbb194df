package dev.mongohaul.job.launch;

import com.mongodb.client.MongoClient;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.repository.batch.BatchRepositoryConfiguration;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;

/**
 * All that running imports takes, on top of a {@link MongoConnections} bean. No auto-configuration: a command that runs
 * for a second should not spend it on looking for what it does not need.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({RepositoryProperties.class, ImportProperties.class})
@Import({
    BatchRepositoryConfiguration.class,
    RunControl.class,
    ImportLauncher.class,
    ImportTries.class,
    ImportJobFactory.class,
    CrashedTries.class,
})
public class ImportConfiguration {

    @Bean
    ServerFacts serverFacts(MongoConnections connections) {
        return connections.data().facts();
    }

    @Bean
    TargetDatabases targetDatabases(MongoConnections connections) {
        return new TargetDatabases(connections.allData());
    }

    @Bean
    RepositoryDatabase repositoryDatabase(MongoConnections connections) {
        MongoClient client = connections.repository().client();
        return new RepositoryDatabase(new SimpleMongoClientDatabaseFactory(
                client, connections.repository().address().database()));
    }

    @Bean
    RetryBudget patience(ImportProperties properties) {
        return new RetryBudget(properties.rideThrough());
    }

    @Bean
    ImportPlans importPlans(RepositoryDatabase repository, RetryBudget patience) {
        ImportPlans plans = new ImportPlans(repository.database(), patience);
        plans.createIndexes();
        return plans;
    }

    @Bean
    RejectStore rejectStore(RepositoryDatabase repository, RetryBudget patience) {
        return new RejectStore(repository.database(), patience);
    }

    @Bean
    RejectFiles rejectFiles(RejectStore store) {
        return new RejectFiles(store);
    }

    @Bean
    Runs runs(JobRepository jobRepository, ImportPlans plans, RepositoryDatabase repository) {
        return new Runs(jobRepository, plans, repository);
    }
}
