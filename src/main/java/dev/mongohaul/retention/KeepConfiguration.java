package dev.mongohaul.retention;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRecords;
import dev.mongohaul.schedule.OldSlots;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What forgetting takes, on top of what imports take. */
@Configuration(proxyBeanMethods = false)
public class KeepConfiguration {

    @Bean
    BatchRecords batchRecords(RepositoryDatabase repository, RetryBudget patience) {
        return new BatchRecords(repository.database(), patience);
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
            RetryBudget patience,
            ImportPlans plans,
            BatchRecords records,
            ImportPruner one) {
        return new Pruner(
                plans,
                new OldImports(repository.database(), patience),
                new OldSlots(repository.database(), patience),
                records,
                one);
    }

    @Bean
    ServerTime serverTime(RepositoryDatabase repository, RetryBudget patience) {
        return new ServerTime(repository.database(), patience);
    }
}
