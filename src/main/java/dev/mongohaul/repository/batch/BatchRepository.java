package dev.mongohaul.repository.batch;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.plan.ImportPlans;
import org.springframework.batch.core.repository.JobRepository;

/**
 * JobRepository of Spring Batch on MongoDB.
 *
 * <p>No repository call needs a transaction, so that a standalone server suffices. Spring Boot's module does not fit: its
 * schema cannot be created twice, and it requires transactions.
 */
public final class BatchRepository {

    /**
     * Checkpoints per save of a running step. Its documents only inform users, and their three round trips cost more
     * than a checkpoint.
     */
    private static final int CHECKPOINTS_PER_SAVE = 4;

    private BatchRepository() {}

    /** Creates the collections and indexes that are missing, and returns the repository. It is thread-safe. */
    public static JobRepository create(
            RepositoryDatabase database, RepositoryProperties properties, ImportPlans plans, RetryBudget retries) {
        new BatchSchema(database.database()).create();
        return new ThrottledJobRepository(
                new BatchDao(database.database(), retries),
                properties.checkpointInterval().multipliedBy(CHECKPOINTS_PER_SAVE),
                plans,
                retries);
    }
}
