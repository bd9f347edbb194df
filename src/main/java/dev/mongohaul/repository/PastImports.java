package dev.mongohaul.repository;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.type;
import static com.mongodb.client.model.Projections.include;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Sorts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.bson.BsonType;
import org.bson.Document;

/**
 * Finds imports of the past, by a handful of queries however many there are, without their steps and pieces. Only a try
 * that has no end is read as a whole. Thread-safe.
 */
public final class PastImports {

    private static final String INSTANCES = "BATCH_JOB_INSTANCE";
    private static final String EXECUTIONS = "BATCH_JOB_EXECUTION";
    private static final String STEPS = "BATCH_STEP_EXECUTION";
    private static final String PLANS = "mongohaul_imports";
    private static final String SLOTS = "mongohaul_slots";

    private static final String INSTANCE = "jobInstanceId";
    private static final String EXECUTION = "jobExecutionId";
    private static final String JOB = "jobName";

    private final MongoDatabase database;
    private final LongFunction<Optional<Run>> runs;

    /** @param runs finds a run by its number */
    public PastImports(MongoDatabase database, LongFunction<Optional<Run>> runs) {
        this.database = database;
        this.runs = runs;
    }

    /** The names of all jobs that were ever run, or had a slot. */
    public List<String> jobs() {
        TreeSet<String> names = new TreeSet<>();
        database.getCollection(INSTANCES)
                .distinct(JOB, type(JOB, BsonType.STRING), String.class)
                .into(names);
        database.getCollection(SLOTS)
                .distinct("_id.job", type("_id.job", BsonType.STRING), String.class)
                .into(names);
        return List.copyOf(names);
    }

    /** How many imports the job has had. */
    public long count(String job) {
        return database.getCollection(INSTANCES).countDocuments(eq(JOB, job));
    }

    /** When the last import of the job that is completed came to its end; empty where none is, or it is forgotten. */
    public Optional<Instant> lastCompleted(String job) {
        Document plan = database.getCollection(PLANS)
                .find(and(eq("identity.job", job), eq("state", ImportPlan.State.COMPLETED.name())))
                .projection(include(INSTANCE))
                .sort(Sorts.descending("created"))
                .first();
        return Optional.ofNullable(plan)
                .map(completed -> database.getCollection(EXECUTIONS)
                        .find(and(eq(INSTANCE, completed.getLong(INSTANCE)), ne("endTime", null)))
                        .projection(include("endTime"))
                        .sort(Sorts.descending(EXECUTION))
                        .first())
                .map(last -> last.getDate("endTime").toInstant());
    }

    /**
     * A job's imports, the newest first.
     *
     * @param before number that theirs are below
     * @param most how many at most
     */
    public List<PastImport> of(String job, long before, int most) {
        return imports(Map.of(job, numbers(job, before, most))).getOrDefault(job, List.of());
    }

    /**
     * The last imports of many jobs, the newest first, by job: little more is asked of the server than for one of them.
     *
     * @param most how many at most of each job
     */
    public Map<String, List<PastImport>> ofEach(Collection<String> jobs, int most) {
        Map<String, List<Long>> numbers = new HashMap<>();
        jobs.forEach(job -> numbers.put(job, numbers(job, Long.MAX_VALUE, most)));
        return imports(numbers);
    }

    private List<Long> numbers(String job, long before, int most) {
        return database.getCollection(INSTANCES)
                .find(and(eq(JOB, job), lt(INSTANCE, before)))
                .projection(include(INSTANCE))
                .sort(Sorts.descending(INSTANCE))
                .limit(most)
                .map(found -> found.getLong(INSTANCE))
                .into(new ArrayList<>());
    }

    private Map<String, List<PastImport>> imports(Map<String, List<Long>> numbersOfJobs) {
        List<Long> all = numbersOfJobs.values().stream().flatMap(List::stream).toList();
        Map<Long, PastPlan> plans = plans(all);
        Map<Long, List<PastRun>> tries = tries(all);
        Map<String, List<PastImport>> imports = new HashMap<>();
        numbersOfJobs.forEach((job, numbers) -> imports.put(
                job,
                numbers.stream()
                        .filter(tries::containsKey)
                        .map(number ->
                                new PastImport(number, job, tries.getOrDefault(number, List.of()), plans.get(number)))
                        .toList()));
        return imports;
    }

    private Map<Long, PastPlan> plans(Collection<Long> numbers) {
        Map<Long, PastPlan> plans = new HashMap<>();
        database.getCollection(PLANS)
                .aggregate(List.of(Aggregates.match(in(INSTANCE, numbers)), Aggregates.project(PastPlan.projection())))
                .forEach(plan -> plans.put(plan.getLong(INSTANCE), PastPlan.of(plan)));
        return plans;
    }

    private Map<Long, List<PastRun>> tries(Collection<Long> numbers) {
        List<Document> executions = database.getCollection(EXECUTIONS)
                .find(in(INSTANCE, numbers))
                .projection(include(INSTANCE, EXECUTION, "createTime", "startTime", "endTime", "exitStatus.exitCode"))
                .sort(Sorts.ascending(EXECUTION))
                .into(new ArrayList<>());
        Map<Long, Duration> importing = importing(executions);
        Map<Long, List<PastRun>> tries = new HashMap<>();
        for (Document execution : executions) {
            past(execution, importing)
                    .ifPresent(past -> tries.computeIfAbsent(execution.getLong(INSTANCE), first -> new ArrayList<>())
                            .add(past));
        }
        return tries;
    }

    private Optional<PastRun> past(Document execution, Map<Long, Duration> importing) {
        long id = execution.getLong(EXECUTION);
        Date ended = execution.getDate("endTime");
        if (ended == null) {
            return runs.apply(id).map(PastRun::of);
        }
        String exitCode = execution.getEmbedded(List.of("exitStatus", "exitCode"), "");
        Date begun = execution.getDate("startTime");
        Instant started = (begun == null ? execution.getDate("createTime") : begun).toInstant();
        return Optional.of(new PastRun(
                id,
                Run.ended(exitCode),
                ImportEnding.of(exitCode),
                started,
                ended.toInstant(),
                Duration.between(started, ended.toInstant()),
                importing.getOrDefault(id, Duration.ZERO)));
    }

    /** By run: how long the step took that has the pieces read and written. */
    private Map<Long, Duration> importing(List<Document> executions) {
        List<Long> ids =
                executions.stream().map(found -> found.getLong(EXECUTION)).toList();
        Map<Long, Duration> importing = new HashMap<>();
        database.getCollection(STEPS)
                .find(and(in(EXECUTION, ids), eq("name", Run.IMPORT_STEP)))
                .projection(include(EXECUTION, "startTime", "endTime"))
                .forEach(step -> {
                    if (step.getDate("startTime") != null && step.getDate("endTime") != null) {
                        importing.put(
                                step.getLong(EXECUTION),
                                Duration.between(
                                        step.getDate("startTime").toInstant(),
                                        step.getDate("endTime").toInstant()));
                    }
                });
        return importing;
    }
}
