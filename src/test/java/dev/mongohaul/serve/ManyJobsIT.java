package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.schedule.Slots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of 200 jobs with 5,000 runs, copied from one. */
class ManyJobsIT {

    private static final int JOBS = 200;
    private static final int NIGHTS = 25;
    private static final int LOADS = Integer.getInteger("loads", 3);

    @TempDir
    private Path folder;

    @Test
    void overviewAndRunsHaveAllJobs() throws Exception {
        Files.createDirectory(folder.resolve("jobs"));
        try (Dashboard dashboard = Dashboard.start(TestServer.database("many"), folder)) {
            DashboardJobs jobs = new DashboardJobs(dashboard, folder);
            for (int job = 0; job < JOBS; job++) {
                jobs.create(name(job), "n", "1\n");
            }
            jobs.start(name(0));
            long number = jobs.ended(name(0)).summary().importNumber();
            dashboard.bean(Slots.class).createIndexes();
            copy(dashboard.database(), number);

            Map<String, String> pages = new TreeMap<>();
            for (String path : List.of("/", "/runs", "/runs?job=job-19*&status=failed", "/jobs/" + name(7))) {
                List<Long> millis = new ArrayList<>();
                for (int load = 0; load < LOADS; load++) {
                    long begun = System.nanoTime();
                    pages.put(path, dashboard.get(path).body());
                    millis.add(Duration.ofNanos(System.nanoTime() - begun).toMillis());
                }
                millis.sort(null);
                System.out.println(
                        "MANY " + path + ": median " + millis.get(LOADS / 2) + " ms, most " + millis.get(LOADS - 1)
                                + " ms, characters " + pages.get(path).length());
            }

            assertThat(pages.get("/")).contains("200 jobs: 100 missed, 100 completed", ">job-199<");
            assertThat(pages.get("/").split("data-label=\"job\"", -1)).hasSize(JOBS + 1);
            assertThat(pages.get("/runs")).contains(">Older<", ">job-199<");
            assertThat(pages.get("/jobs/" + name(7))).contains("imports</dt><dd>25</dd>");
        }
    }

    private static String name(int job) {
        return "job-%03d".formatted(job);
    }

    private static void copy(MongoDatabase database, long number) {
        Document byNumber = new Document("jobInstanceId", number);
        Document instance = first(database, "BATCH_JOB_INSTANCE", byNumber);
        Document execution = first(database, "BATCH_JOB_EXECUTION", byNumber);
        Document plan = first(database, "mongohaul_imports", byNumber);
        List<Document> steps = database.getCollection("BATCH_STEP_EXECUTION")
                .find(new Document("jobExecutionId", execution.getLong("jobExecutionId")))
                .into(new ArrayList<>());
        List<Document> instances = new ArrayList<>();
        List<Document> executions = new ArrayList<>();
        List<Document> plans = new ArrayList<>();
        List<Document> allSteps = new ArrayList<>();
        List<Document> slots = new ArrayList<>();
        long next = number;
        for (int night = NIGHTS - 1; night >= 0; night--) {
            Instant time = Instant.now().minus(Duration.ofDays(night));
            for (int job = 0; job < JOBS; job++) {
                if (night == NIGHTS - 1 && job == 0) {
                    continue;
                }
                next++;
                instances.add(copied(instance)
                        .append("jobInstanceId", next)
                        .append("jobName", name(job))
                        .append("jobKey", "k" + next));
                executions.add(copied(execution)
                        .append("jobInstanceId", next)
                        .append("jobExecutionId", next)
                        .append("createTime", Date.from(time))
                        .append("startTime", Date.from(time))
                        .append("endTime", Date.from(time.plusSeconds(60))));
                Document identity = new Document(plan.get("identity", Document.class)).append("job", name(job));
                plans.add(new Document(plan)
                        .append("_id", "key" + next)
                        .append("jobInstanceId", next)
                        .append("created", Date.from(time))
                        .append("identity", identity));
                for (Document step : steps) {
                    allSteps.add(copied(step)
                            .append("stepExecutionId", allSteps.size() + 1_000L)
                            .append("jobExecutionId", next));
                }
                slots.add(new Document("_id", new Document("job", name(job)).append("time", Date.from(time)))
                        .append("state", night == 0 && job % 2 == 0 ? "MISSED" : "RAN")
                        .append("runId", next)
                        .append("reason", "no process served")
                        .append("settledAt", Date.from(time)));
            }
        }
        insert(database, "BATCH_JOB_INSTANCE", instances);
        insert(database, "BATCH_JOB_EXECUTION", executions);
        insert(database, "BATCH_STEP_EXECUTION", allSteps);
        insert(database, "mongohaul_imports", plans);
        Document partition = first(database, "mongohaul_partitions", new Document("_id.import", plan.getString("_id")));
        insert(
                database,
                "mongohaul_partitions",
                plans.stream()
                        .map(copy -> new Document(partition)
                                .append(
                                        "_id",
                                        new Document(partition.get("_id", Document.class))
                                                .append("import", copy.getString("_id"))))
                        .toList());
        slots.forEach(slot -> {
            if (slot.getString("state").equals("MISSED")) {
                Document id = slot.get("_id", Document.class);
                id.put("time", Date.from(Instant.now().plusSeconds(60)));
            }
        });
        insert(database, "mongohaul_slots", slots);
    }

    private static Document copied(Document original) {
        return new Document(original).append("_id", new ObjectId());
    }

    private static Document first(MongoDatabase database, String collection, Document which) {
        return Objects.requireNonNull(
                database.getCollection(collection).find(which).first());
    }

    private static void insert(MongoDatabase database, String collection, List<Document> documents) {
        MongoCollection<Document> target = database.getCollection(collection);
        target.insertMany(documents);
    }
}
