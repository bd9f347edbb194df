package dev.mongohaul.repository.batch;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRepository.BatchSchema;
import java.util.List;
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
            RepositoryDatabase database, RepositoryProperties properties, ImportPlans plans, RetryBudget retryPolicy) {
        new BatchSchema(database.database()).create();
        return new ThrottledJobRepository(
                new BatchDao(database.database(), retryPolicy),
                properties.checkpointInterval().multipliedBy(CHECKPOINTS_PER_SAVE),
                plans,
                retryPolicy);
    }

    /**
     * Spring Batch's collections and their indexes, created at every start if they are missing.
     *
     * <p>Spring Batch 6.0's own script has no index and fails when run twice (spring-batch issues 5277, 5328). The unique
     * (jobName, jobKey) prevents two simultaneous launches from creating two instances of one job, since MongoDB has no
     * serializable isolation.
     */
    record BatchSchema(MongoDatabase database) {

        static final String JOB_INSTANCE = "BATCH_JOB_INSTANCE";
        static final String JOB_EXECUTION = "BATCH_JOB_EXECUTION";
        static final String STEP_EXECUTION = "BATCH_STEP_EXECUTION";
        static final String SEQUENCES = "BATCH_SEQUENCES";

        private static final IndexOptions UNIQUE = new IndexOptions().unique(true);

        /** Creates the indexes, with one command for each collection, since every start waits for them. */
        void create() {
            indexes(
                    JOB_INSTANCE,
                    new IndexModel(Indexes.ascending("jobInstanceId"), UNIQUE),
                    new IndexModel(Indexes.ascending("jobName", "jobKey"), UNIQUE));
            indexes(
                    JOB_EXECUTION,
                    new IndexModel(Indexes.ascending("jobExecutionId"), UNIQUE),
                    new IndexModel(Indexes.compoundIndex(
                            Indexes.ascending("jobInstanceId"), Indexes.descending("jobExecutionId"))),
                    new IndexModel(Indexes.ascending("jobInstanceId", "status")));
            indexes(
                    STEP_EXECUTION,
                    new IndexModel(Indexes.ascending("stepExecutionId"), UNIQUE),
                    new IndexModel(Indexes.ascending("jobExecutionId", "name")));
        }

        private void indexes(String collection, IndexModel... indexes) {
            database.getCollection(collection).createIndexes(List.of(indexes));
        }
    }
}
