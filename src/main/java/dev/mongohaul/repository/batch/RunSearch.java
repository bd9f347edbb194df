package dev.mongohaul.repository.batch;

import static dev.mongohaul.repository.batch.BatchDocuments.EXECUTION_ID;
import static dev.mongohaul.repository.batch.BatchDocuments.INSTANCE_ID;

import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Predicate;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;

/** Search for runs, by as many commands for many runs as for one. Thread-safe. */
public record RunSearch(MongoDatabase database) {

    /** Bounds the memory for an answer of the server, which else has up to 16 MB of them. */
    private static final int STEPS_AT_ONCE = 1000;

    /** Returns the newest runs, in descending order of their numbers, without their steps; none without an instance. */
    public Deque<JobExecution> find(Bson which, int most) {
        List<Document> found = database.getCollection(BatchSchema.JOB_EXECUTION)
                .find(which)
                .sort(Sorts.descending(EXECUTION_ID))
                .limit(most)
                .projection(Projections.exclude("stepExecutions"))
                .into(new ArrayList<>());
        Map<Long, JobInstance> instances = new HashMap<>();
        database.getCollection(BatchSchema.JOB_INSTANCE)
                .find(Filters.in(
                        INSTANCE_ID,
                        found.stream()
                                .map(stored -> stored.getLong(INSTANCE_ID))
                                .toList()))
                .map(BatchDocuments::instance)
                .forEach(instance -> instances.put(instance.getId(), instance));
        Deque<JobExecution> runs = new ArrayDeque<>();
        for (Document stored : found) {
            JobInstance instance = instances.get(stored.getLong(INSTANCE_ID));
            if (instance != null) {
                runs.add(BatchDocuments.execution(stored, instance));
            }
        }
        if (runs.isEmpty() && found.size() == most) {
            return find(
                    Filters.and(
                            which, Filters.lt(EXECUTION_ID, found.get(most - 1).getLong(EXECUTION_ID))),
                    most);
        }
        return runs;
    }

    /**
     * Takes runs from the queue that {@link #find} returned, and adds their steps. There can be many more steps than runs, so
     * that those of one run are held at a time.
     *
     * @param use of a run; returns whether another one is wanted
     */
    public void addSteps(Queue<JobExecution> runs, Predicate<JobExecution> use) {
        try (MongoCursor<Document> steps = database.getCollection(BatchSchema.STEP_EXECUTION)
                .find(Filters.in(
                        EXECUTION_ID, runs.stream().map(JobExecution::getId).toList()))
                .sort(Sorts.descending(EXECUTION_ID))
                .batchSize(STEPS_AT_ONCE)
                .cursor()) {
            Document step = steps.hasNext() ? steps.next() : null;
            boolean wanted = true;
            while (wanted && !runs.isEmpty()) {
                JobExecution run = runs.remove();
                while (step != null && step.getLong(EXECUTION_ID) == run.getId()) {
                    run.addStepExecution(BatchDocuments.step(step, run));
                    step = steps.hasNext() ? steps.next() : null;
                }
                wanted = use.test(run);
            }
        }
    }
}
