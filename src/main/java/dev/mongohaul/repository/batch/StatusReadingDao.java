package dev.mongohaul.repository.batch;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import org.bson.Document;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.dao.mongodb.MongoJobExecutionDao;
import org.springframework.data.mongodb.core.MongoOperations;

/**
 * The stock DAO of job executions, which reads no more than the status where no more is asked for.
 *
 * <p>Spring Batch asks at each save of a step, for a stop that another process wants. The stock DAO reads the execution
 * for it, then its instance: of the round trips of a short import a quarter. Thread-safe.
 */
final class StatusReadingDao extends MongoJobExecutionDao {

    private final MongoCollection<Document> executions;

    StatusReadingDao(MongoOperations operations) {
        super(operations);
        this.executions = operations.getCollection(BatchSchema.JOB_EXECUTION);
    }

    @Override
    public void synchronizeStatus(JobExecution execution) {
        Document stored = executions
                .find(Filters.eq("jobExecutionId", execution.getId()))
                .projection(Projections.include("status"))
                .first();
        if (stored != null) {
            BatchStatus status = BatchStatus.valueOf(stored.getString("status"));
            if (status.isGreaterThan(execution.getStatus())) {
                execution.upgradeStatus(status);
            }
        }
    }
}
