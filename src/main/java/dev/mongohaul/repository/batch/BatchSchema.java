package dev.mongohaul.repository.batch;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mongohaul.mongo.SentTogether;
import java.util.List;

/**
 * Spring Batch's collections and their indexes, created at every start if they are missing.
 *
 * <p>Spring Batch 6.0's own script has no index and fails when run twice (spring-batch issues 5277, 5328). The unique
 * (jobName, jobKey) prevents two simultaneous launches from creating two instances of one job, since MongoDB has no
 * serializable isolation.
 */
public record BatchSchema(MongoDatabase database) {

    public static final String JOB_INSTANCE = "BATCH_JOB_INSTANCE";
    public static final String JOB_EXECUTION = "BATCH_JOB_EXECUTION";
    public static final String STEP_EXECUTION = "BATCH_STEP_EXECUTION";
    static final String SEQUENCES = "BATCH_SEQUENCES";

    private static final IndexOptions UNIQUE = new IndexOptions().unique(true);

    /** Creates the indexes, with one command for each collection, at the same time, since every start waits for them. */
    void create() {
        SentTogether.run(this::ofInstances, this::ofExecutions, this::ofSteps);
    }

    private void ofInstances() {
        indexes(
                JOB_INSTANCE,
                new IndexModel(Indexes.ascending("jobInstanceId"), UNIQUE),
                new IndexModel(Indexes.ascending("jobName", "jobKey"), UNIQUE));
    }

    private void ofExecutions() {
        indexes(
                JOB_EXECUTION,
                new IndexModel(Indexes.ascending("jobExecutionId"), UNIQUE),
                new IndexModel(Indexes.compoundIndex(
                        Indexes.ascending("jobInstanceId"), Indexes.descending("jobExecutionId"))),
                new IndexModel(Indexes.ascending("jobInstanceId", "status")));
    }

    private void ofSteps() {
        indexes(
                STEP_EXECUTION,
                new IndexModel(Indexes.ascending("stepExecutionId"), UNIQUE),
                new IndexModel(Indexes.ascending("jobExecutionId", "name")));
    }

    private void indexes(String collection, IndexModel... indexes) {
        database.getCollection(collection).createIndexes(List.of(indexes));
    }
}
