package dev.mongohaul.repository.batch;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import org.bson.conversions.Bson;

/**
 * Spring Batch's collections and their indexes, made where they are missing: harmless at every start.
 *
 * <p>Spring Batch 6.0's own script has no index and fails when run twice (spring-batch issues 5277, 5328). The unique
 * (jobName, jobKey) is what keeps two launches at once from making two instances of one job: MongoDB has no
 * serializable isolation to do it.
 */
final class BatchSchema {

    static final String JOB_INSTANCE = "BATCH_JOB_INSTANCE";
    static final String JOB_EXECUTION = "BATCH_JOB_EXECUTION";
    static final String STEP_EXECUTION = "BATCH_STEP_EXECUTION";
    static final String SEQUENCES = "BATCH_SEQUENCES";

    private static final IndexOptions UNIQUE = new IndexOptions().unique(true);
    private static final IndexOptions PLAIN = new IndexOptions();

    private final MongoDatabase database;

    BatchSchema(MongoDatabase database) {
        this.database = database;
    }

    void create() {
        index(JOB_INSTANCE, Indexes.ascending("jobInstanceId"), UNIQUE);
        index(JOB_INSTANCE, Indexes.ascending("jobName", "jobKey"), UNIQUE);
        index(JOB_EXECUTION, Indexes.ascending("jobExecutionId"), UNIQUE);
        index(
                JOB_EXECUTION,
                Indexes.compoundIndex(Indexes.ascending("jobInstanceId"), Indexes.descending("jobExecutionId")),
                PLAIN);
        index(JOB_EXECUTION, Indexes.ascending("jobInstanceId", "status"), PLAIN);
        index(STEP_EXECUTION, Indexes.ascending("stepExecutionId"), UNIQUE);
        index(STEP_EXECUTION, Indexes.ascending("jobExecutionId", "name"), PLAIN);
    }

    private void index(String collection, Bson keys, IndexOptions options) {
        database.getCollection(collection).createIndex(keys, options);
    }
}
