package dev.mongohaul.repository.batch;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRepository.BatchSchema;
import dev.mongohaul.repository.batch.ThrottledJobRepository.StatusReadingDao;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.bson.Document;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.dao.mongodb.MongoExecutionContextDao;
import org.springframework.batch.core.repository.dao.mongodb.MongoJobInstanceDao;
import org.springframework.batch.core.repository.dao.mongodb.MongoStepExecutionDao;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.convert.DefaultDbRefResolver;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.jdbc.support.incrementer.DataFieldMaxValueIncrementer;

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
        MongoTemplate template = template(database.factory());
        Function<String, SequenceIncrementer> sequence =
                name -> new SequenceIncrementer(database.database(), name, retryPolicy);
        MongoJobInstanceDao instances = new MongoJobInstanceDao(template);
        instances.setJobInstanceIncrementer(sequence.apply(BatchSchema.JOB_INSTANCE));
        StatusReadingDao executions = new StatusReadingDao(template);
        executions.setJobExecutionIncrementer(sequence.apply(BatchSchema.JOB_EXECUTION));
        executions.setJobInstanceDao(instances);
        MongoStepExecutionDao steps = new MongoStepExecutionDao(template);
        steps.setStepExecutionIncrementer(sequence.apply(BatchSchema.STEP_EXECUTION));
        steps.setJobExecutionDao(executions);
        return new ThrottledJobRepository(
                instances,
                executions,
                steps,
                new MongoExecutionContextDao(template),
                properties.checkpointInterval().multipliedBy(CHECKPOINTS_PER_SAVE),
                plans,
                retryPolicy);
    }

    /**
     * Returns a template whose converter allows dots in keys, which execution contexts have ({@code batch.version}).
     */
    private static MongoTemplate template(MongoDatabaseFactory factory) {
        MongoCustomConversions conversions = MongoCustomConversions.create(adapter -> {});
        MongoMappingContext mapping = new MongoMappingContext();
        mapping.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
        MappingMongoConverter converter = new MappingMongoConverter(new DefaultDbRefResolver(factory), mapping);
        converter.setCustomConversions(conversions);
        converter.setMapKeyDotReplacement(".");
        converter.afterPropertiesSet();
        return new MongoTemplate(factory, converter);
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

    /**
     * Sequence of Spring Batch, incremented by one atomic update outside any session or transaction.
     *
     * <p>Spring Batch's own incrementer fails with write conflicts when jobs start in parallel (spring-batch issues 4960,
     * 5507). Retries may skip a number. Thread-safe.
     */
    record SequenceIncrementer(MongoDatabase database, String name, RetryBudget retryPolicy)
            implements DataFieldMaxValueIncrementer {

        private static final FindOneAndUpdateOptions NEXT =
                new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

        @Override
        public long nextLongValue() {
            return retryPolicy.call("assign a number", () -> {
                Document sequence = database.getCollection(BatchSchema.SEQUENCES)
                        .findOneAndUpdate(Filters.eq(name), Updates.inc("count", 1L), NEXT);
                return Objects.requireNonNull(sequence, "upsert returns the document")
                        .getLong("count");
            });
        }

        @Override
        public int nextIntValue() {
            return Math.toIntExact(nextLongValue());
        }

        @Override
        public String nextStringValue() {
            return Long.toString(nextLongValue());
        }
    }
}
