package dev.mongohaul.repository.run;

import static com.mongodb.client.model.Filters.all;
import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.nin;
import static com.mongodb.client.model.Filters.not;
import static com.mongodb.client.model.Filters.type;
import static com.mongodb.client.model.Projections.include;

import com.google.re2j.Pattern;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.batch.BatchSchema;
import dev.mongohaul.repository.batch.RunSearch;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameter;
import org.springframework.batch.core.repository.JobRepository;

/**
 * Queries for runs in the JobRepository, with the plans of their imports, and for summaries of imports without their steps
 * and partitions. Runs of other applications that share the JobRepository are not among them. The number of queries for a list does not depend on its length; only a run that has no end is read as a
 * whole. Thread-safe.
 */
public final class Runs {

    /** Inputs of an import that a list of runs shows. */
    public static final int INPUTS = 20;

    private static final String INSTANCE = "jobInstanceId";
    private static final String EXECUTION = "jobExecutionId";
    private static final String JOB = "jobName";
    private static final String PLANNED_JOB = "identity.job";

    /** Filter of executions that are runs of imports. */
    private static final Bson OF_IMPORTS = all("jobParameters.name", ImportIdentity.PARAMETERS);

    /** Runs that are read together. */
    private static final int MOST_AT_ONCE = 200;

    /** Bounds the memory for an answer of the server, which else has up to 16 MB of documents. */
    private static final int DOCUMENTS_AT_ONCE = 1000;

    private final JobRepository repository;
    private final ImportPlans plans;
    private final MongoDatabase database;

    public Runs(JobRepository repository, ImportPlans plans, RepositoryDatabase database) {
        this.repository = repository;
        this.plans = plans;
        this.database = database.database();
    }

    /** Returns what is known of the files of imports. */
    public KnownFiles files() {
        return plans.files();
    }

    public Optional<Run> find(long id) {
        return Optional.ofNullable(repository.getJobExecution(id))
                .filter(Runs::isOfImport)
                .map(this::run);
    }

    private static boolean isOfImport(JobExecution execution) {
        return execution.getJobParameters().parameters().stream()
                .map(JobParameter::name)
                .collect(Collectors.toSet())
                .containsAll(ImportIdentity.PARAMETERS);
    }

    /** Returns the latest runs, newest first. */
    public List<Run> recent(int limit) {
        return find(RunFilter.ALL, Long.MAX_VALUE, limit, run -> run);
    }

    /**
     * Returns runs of all jobs, newest first. Those that have ended are read together, others one by one. The plans of ended
     * runs have no partitions, and the first {@value #INPUTS} inputs.
     *
     * @param before upper bound of their numbers, exclusive
     * @param shape what is kept of each run, so that no list holds all of their steps
     */
    public <T> List<T> find(RunFilter wanted, long before, int limit, Function<Run, T> shape) {
        List<Bson> which = new ArrayList<>(List.of(type(EXECUTION, BsonType.INT64), OF_IMPORTS, wanted.executions()));
        Pattern jobs = wanted.jobs();
        if (jobs != null) {
            which.add(in(
                    INSTANCE,
                    numbers(in(JOB, jobs().stream().filter(jobs::matches).toList()))));
        }
        RunSearch search = new RunSearch(database);
        List<T> runs = new ArrayList<>();
        long upper = before;
        while (runs.size() < limit) {
            Deque<JobExecution> found =
                    search.find(and(and(which), lt(EXECUTION, upper)), Math.min(limit, MOST_AT_ONCE));
            if (found.isEmpty()) {
                break;
            }
            upper = found.getLast().getId();
            // Read after the runs, so that one that has ended has its last counts.
            Map<Long, ImportPlan> counted = counted(found.stream()
                    .map(JobExecution::getJobInstanceId)
                    .distinct()
                    .toList());
            search.addSteps(found, execution -> {
                Optional<Run> run = execution.isRunning()
                        ? find(execution.getId())
                        : Optional.of(new Run(execution, counted.get(execution.getJobInstanceId())));
                run.filter(wanted::admits).map(shape).ifPresent(runs::add);
                return runs.size() < limit;
            });
        }
        return runs;
    }

    /** Returns plans by the numbers of their imports, with the sums of their partitions. */
    private Map<Long, ImportPlan> counted(Collection<Long> numbers) {
        List<ImportPlan> found = plans.findByInstances(numbers, INPUTS);
        Map<Long, PastPlan> unfinished = plans(found.stream()
                .filter(plan -> plan.total() == null)
                .map(ImportPlan::importNumber)
                .toList());
        return found.stream()
                .map(plan -> Optional.ofNullable(unfinished.get(plan.importNumber()))
                        .map(sums -> plan.with(sums.counts()))
                        .orElse(plan))
                .collect(Collectors.toMap(ImportPlan::importNumber, Function.identity()));
    }

    private List<Long> numbers(Bson which) {
        return database.getCollection(BatchSchema.JOB_INSTANCE)
                .find(which)
                .projection(include(INSTANCE))
                .map(found -> found.getLong(INSTANCE))
                .into(new ArrayList<>());
    }

    /** Returns all runs of an import, oldest first. */
    public List<Run> runsOf(long importNumber) {
        JobInstance instance = repository.getJobInstance(importNumber);
        if (instance == null) {
            return List.of();
        }
        return repository.getJobExecutions(instance).stream()
                .map(JobExecution::getId)
                .sorted()
                .map(repository::getJobExecution)
                .filter(Objects::nonNull)
                .filter(Runs::isOfImport)
                .map(this::run)
                .toList();
    }

    /** Returns an import as messages name it: by its last run, which commands take. */
    public String named(long importNumber) {
        List<Document> runs = executions(eq(INSTANCE, importNumber));
        return runs.isEmpty()
                ? "import %d, whose runs are not stored any more".formatted(importNumber)
                : "run " + runs.get(runs.size() - 1).getLong(EXECUTION);
    }

    /** Returns the name of an import's job; empty if there is no import of this number. */
    public Optional<String> jobOf(long importNumber) {
        return Optional.ofNullable(repository.getJobInstance(importNumber)).map(JobInstance::getJobName);
    }

    private Run run(JobExecution execution) {
        return new Run(
                execution, plans.findByInstance(execution.getJobInstanceId()).orElse(null));
    }

    /** Returns the names of all jobs that have an import. */
    public Set<String> jobs() {
        Set<String> names = new TreeSet<>();
        // This bound takes strings only, as $type does, and lets the server skip from name to name in the index.
        database.getCollection(ImportPlans.COLLECTION)
                .distinct(PLANNED_JOB, gte(PLANNED_JOB, ""), String.class)
                .into(names);
        return names;
    }

    /** Returns the number of the job's imports. */
    public long importCount(String job, boolean ofFiles) {
        long numbersOfFiles = database.getCollection(ImportPlans.COLLECTION).countDocuments(ofFilesOf(job));
        return ofFiles
                ? numbersOfFiles
                : database.getCollection(ImportPlans.COLLECTION).countDocuments(eq(PLANNED_JOB, job)) - numbersOfFiles;
    }

    /** Returns whether an import of this name has loaded files without a job file. */
    public boolean isOfFiles(String job, long number) {
        return database.getCollection(ImportPlans.COLLECTION)
                        .find(and(ofFilesOf(job), eq(INSTANCE, number)))
                        .projection(include(INSTANCE))
                        .first()
                != null;
    }

    /** Returns the numbers of the imports of files without a job file, by the name that their job file would have. */
    private static Bson ofFilesOf(String job) {
        return and(eq(PLANNED_JOB, job), ImportPlans.OF_FILES, gt(INSTANCE, 0L));
    }

    private Map<String, Set<Long>> ofFiles() {
        Map<String, Set<Long>> numbers = new HashMap<>();
        // The lower bound of the name lets the server use the index of imports of files.
        database.getCollection(ImportPlans.COLLECTION)
                .find(and(gt(PLANNED_JOB, ""), ImportPlans.OF_FILES, gt(INSTANCE, 0L)))
                .projection(include(INSTANCE, PLANNED_JOB))
                .forEach(plan -> numbers.computeIfAbsent(
                                plan.getEmbedded(List.of("identity", "job"), ""), first -> new HashSet<>())
                        .add(plan.getLong(INSTANCE)));
        return numbers;
    }

    /**
     * Returns the runs that ended, the newest first, each as an import without its other runs and its plan. Imports of files
     * without a job file are not among them.
     *
     * @param since earliest time at which they were created
     * @param most how many at most
     */
    public List<PastImport> outcomes(Instant since, int most) {
        List<Ended> ended = new ArrayList<>();
        try (MongoCursor<Document> found = database.getCollection(BatchSchema.JOB_EXECUTION)
                .find(and(type(EXECUTION, BsonType.INT64), OF_IMPORTS))
                .sort(Sorts.descending(EXECUTION))
                .limit(most)
                .batchSize(DOCUMENTS_AT_ONCE)
                .projection(include(INSTANCE, EXECUTION, "createTime", "startTime", "endTime", "exitStatus.exitCode"))
                .cursor()) {
            while (found.hasNext()) {
                Document execution = found.next();
                if (execution.getDate("createTime").toInstant().isBefore(since)) {
                    break;
                }
                if (execution.getDate("endTime") != null) {
                    past(execution, Map.of()).ifPresent(run -> ended.add(new Ended(execution.getLong(INSTANCE), run)));
                }
            }
        }
        Map<Long, String> jobs = jobs(ended.stream().map(Ended::number).collect(Collectors.toSet()));
        ofFiles().values().forEach(jobs.keySet()::removeAll);
        return ended.stream()
                .flatMap(run -> Stream.ofNullable(jobs.get(run.number()))
                        .map(job -> new PastImport(run.number(), job, List.of(run.run()), null)))
                .toList();
    }

    /** Run that has ended, and the number of its import. */
    private record Ended(long number, PastRun run) {}

    /** Returns the jobs of imports by number, each as one text. */
    private Map<Long, String> jobs(Set<Long> numbers) {
        Map<Long, String> jobs = new HashMap<>();
        Map<String, String> names = new HashMap<>();
        database.getCollection(BatchSchema.JOB_INSTANCE)
                .find(in(INSTANCE, numbers))
                .projection(include(INSTANCE, JOB))
                .batchSize(DOCUMENTS_AT_ONCE)
                .forEach(instance -> jobs.put(
                        instance.getLong(INSTANCE), names.computeIfAbsent(instance.getString(JOB), name -> name)));
        return jobs;
    }

    private static Instant started(Document execution) {
        Date begun = execution.getDate("startTime");
        return (begun == null ? execution.getDate("createTime") : begun).toInstant();
    }

    /** Returns the end of the job's last completed import, without undos; empty if there is none, or it was pruned. */
    public Optional<Instant> lastCompleted(String job) {
        Document plan = database.getCollection(ImportPlans.COLLECTION)
                .find(and(
                        eq(PLANNED_JOB, job),
                        eq("state", ImportState.COMPLETED.name()),
                        not(ImportPlans.OF_FILES),
                        ne("identity.operation", ImportIdentity.UNDO)))
                .projection(include(INSTANCE))
                .sort(Sorts.descending("created"))
                .first();
        return Optional.ofNullable(plan)
                .map(completed -> database.getCollection(BatchSchema.JOB_EXECUTION)
                        .find(and(eq(INSTANCE, completed.getLong(INSTANCE)), ne("endTime", null)))
                        .projection(include("endTime"))
                        .sort(Sorts.descending(EXECUTION))
                        .first())
                .map(last -> last.getDate("endTime").toInstant());
    }

    /**
     * Returns imports of a job, newest first.
     *
     * @param ofFiles whether to return those of files without a job file; they are not among the others
     * @param before upper bound of their numbers, exclusive
     * @param most how many at most
     */
    public List<PastImport> imports(String job, boolean ofFiles, long before, int most) {
        Set<Long> files = database.getCollection(ImportPlans.COLLECTION)
                .find(and(ofFilesOf(job), lt(INSTANCE, before)))
                .projection(include(INSTANCE))
                .sort(Sorts.descending(INSTANCE))
                .limit(ofFiles ? most : 0)
                .map(plan -> plan.getLong(INSTANCE))
                .into(new HashSet<>());
        List<PastImport> imports = new ArrayList<>();
        long upper = before;
        List<Long> numbers;
        do {
            numbers = database.getCollection(BatchSchema.JOB_INSTANCE)
                    .find(and(eq(JOB, job), lt(INSTANCE, upper), ofFiles ? in(INSTANCE, files) : nin(INSTANCE, files)))
                    .projection(include(INSTANCE))
                    .sort(Sorts.descending(INSTANCE))
                    .limit(most)
                    .map(found -> found.getLong(INSTANCE))
                    .into(new ArrayList<>());
            summaries(Map.of(job, numbers)).values().forEach(imports::addAll);
            upper = numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1);
            // Another application can have a job of the same name.
        } while (imports.size() < most && numbers.size() == most);
        return imports.subList(0, Math.min(most, imports.size()));
    }

    /**
     * Returns the last import of each job, with as many queries as for one job.
     *
     * @param ofFiles whether to return those of files without a job file
     */
    public List<PastImport> last(boolean ofFiles) {
        Map<String, List<Long>> numbers = new HashMap<>();
        Map<String, Set<Long>> files = ofFiles();
        if (ofFiles) {
            files.forEach((job, all) -> numbers.put(job, List.of(Collections.max(all))));
        } else {
            List<Long> all = files.values().stream().flatMap(Set::stream).toList();
            database.getCollection(BatchSchema.JOB_INSTANCE)
                    .aggregate(List.of(
                            Aggregates.match(and(type(INSTANCE, BsonType.INT64), nin(INSTANCE, all))),
                            Aggregates.group("$" + JOB, Accumulators.max("last", "$" + INSTANCE))))
                    .forEach(job -> {
                        if (job.get("_id") instanceof String name) {
                            numbers.put(name, List.of(job.getLong("last")));
                        }
                    });
        }
        Map<String, List<PastImport>> last = summaries(numbers);
        List<String> others = last.keySet().stream()
                .filter(job -> last.getOrDefault(job, List.of()).isEmpty())
                .toList();
        if (!others.isEmpty()) {
            last.putAll(summaries(lastPlanned(others)));
        }
        return last.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the last imports of jobs whose name a job of another application has, too. */
    private Map<String, List<Long>> lastPlanned(Collection<String> jobs) {
        Map<String, List<Long>> numbers = new HashMap<>();
        database.getCollection(ImportPlans.COLLECTION)
                .aggregate(List.of(
                        Aggregates.match(and(in(PLANNED_JOB, jobs), not(ImportPlans.OF_FILES), gt(INSTANCE, 0L))),
                        Aggregates.group("$" + PLANNED_JOB, Accumulators.max("last", "$" + INSTANCE))))
                .forEach(job -> numbers.put(job.getString("_id"), List.of(job.getLong("last"))));
        return numbers;
    }

    /** Returns the unfinished imports of jobs, by job, the newest first. Imports of files without a job file are not among them. */
    public Map<String, List<PastImport>> unfinished() {
        Map<String, List<Long>> numbers = new HashMap<>();
        // The lower bound of the name lets the server use the index of unfinished imports.
        database.getCollection(ImportPlans.COLLECTION)
                .find(and(
                        gt(PLANNED_JOB, ""),
                        eq("state", ImportState.UNFINISHED.name()),
                        not(ImportPlans.OF_FILES),
                        gt(INSTANCE, 0L)))
                .projection(include(INSTANCE, PLANNED_JOB))
                .sort(Sorts.descending(INSTANCE))
                .forEach(plan -> numbers.computeIfAbsent(
                                plan.getEmbedded(List.of("identity", "job"), ""), first -> new ArrayList<>())
                        .add(plan.getLong(INSTANCE)));
        return numbers.isEmpty() ? Map.of() : summaries(numbers);
    }

    private Map<String, List<PastImport>> summaries(Map<String, List<Long>> numbersOfJobs) {
        List<Long> all = numbersOfJobs.values().stream().flatMap(List::stream).toList();
        Map<Long, List<PastRun>> runs = runs(all);
        // Read after the runs, so that one that has ended has its last counts.
        Map<Long, PastPlan> plans = plans(all);
        Map<String, List<PastImport>> imports = new HashMap<>();
        numbersOfJobs.forEach((job, numbers) -> imports.put(
                job,
                numbers.stream()
                        .filter(runs::containsKey)
                        .map(number ->
                                new PastImport(number, job, runs.getOrDefault(number, List.of()), plans.get(number)))
                        .toList()));
        return imports;
    }

    private Map<Long, PastPlan> plans(Collection<Long> numbers) {
        Bson wanted = in(INSTANCE, numbers);
        Map<Long, PastPlan> byNumber = new HashMap<>();
        // In this order, no plan is missed whose counts are saved between both queries.
        Stream.of(
                        List.of(Aggregates.match(and(wanted, not(PastPlan.COUNTED))), PastPlan.PARTITIONS),
                        List.of(Aggregates.match(and(wanted, PastPlan.COUNTED))))
                .map(stages ->
                        Stream.concat(stages.stream(), PastPlan.STAGES.stream()).toList())
                .forEach(stages -> database.getCollection(ImportPlans.COLLECTION)
                        .aggregate(stages, PastPlan.class)
                        .forEach(plan -> byNumber.put(plan.importNumber(), plan)));
        return byNumber;
    }

    /** Returns summaries of runs by number, without the duration of their import step; none of a run that was removed. */
    public Map<Long, PastRun> summaries(Collection<Long> ids) {
        return executions(in(EXECUTION, ids)).stream()
                .flatMap(execution -> past(execution, Map.of()).stream())
                .collect(Collectors.toMap(PastRun::run, Function.identity()));
    }

    /** Returns the plans of the imports of runs, by the numbers of the runs. */
    public Map<Long, PastPlan> plansOf(Collection<Long> ids) {
        Map<Long, Long> numbers = importsOf(ids);
        Map<Long, PastPlan> plans = numbers.isEmpty() ? Map.of() : plans(numbers.values());
        Map<Long, PastPlan> ofRuns = new HashMap<>();
        numbers.forEach(
                (run, number) -> Optional.ofNullable(plans.get(number)).ifPresent(plan -> ofRuns.put(run, plan)));
        return ofRuns;
    }

    /** Returns the status of the last run of the imports of runs, by the numbers of the runs. */
    public Map<Long, RunStatus> lastStatuses(Collection<Long> ids) {
        Map<Long, Long> numbers = importsOf(ids);
        Map<Long, RunStatus> last = statuses(Set.copyOf(numbers.values()));
        Map<Long, RunStatus> ofRuns = new HashMap<>();
        numbers.forEach(
                (run, number) -> Optional.ofNullable(last.get(number)).ifPresent(status -> ofRuns.put(run, status)));
        return ofRuns;
    }

    private Map<Long, Long> importsOf(Collection<Long> ids) {
        return ids.isEmpty()
                ? Map.of()
                : executions(in(EXECUTION, ids)).stream()
                        .collect(Collectors.toMap(run -> run.getLong(EXECUTION), run -> run.getLong(INSTANCE)));
    }

    /** Returns the status of the last run of imports, by their numbers. */
    public Map<Long, RunStatus> statuses(Set<Long> importNumbers) {
        Map<Long, RunStatus> statuses = new HashMap<>();
        if (!importNumbers.isEmpty()) {
            executions(in(INSTANCE, importNumbers))
                    .forEach(execution -> past(execution, Map.of())
                            .ifPresent(run -> statuses.put(execution.getLong(INSTANCE), run.status())));
        }
        return statuses;
    }

    /** Returns by number why runs have failed, for those that have. */
    public Map<Long, String> reasons(Collection<Long> ids) {
        Map<Long, String> reasons = new HashMap<>();
        database.getCollection(BatchSchema.JOB_EXECUTION)
                .find(and(in(EXECUTION, ids), gt("exitStatus.exitDescription", "")))
                .projection(include(EXECUTION, "exitStatus.exitDescription"))
                .forEach(run -> reasons.put(
                        run.getLong(EXECUTION), run.getEmbedded(List.of("exitStatus", "exitDescription"), "")));
        return reasons;
    }

    private List<Document> executions(Bson which) {
        return database.getCollection(BatchSchema.JOB_EXECUTION)
                .find(and(which, OF_IMPORTS))
                .projection(include(INSTANCE, EXECUTION, "createTime", "startTime", "endTime", "exitStatus.exitCode"))
                .sort(Sorts.ascending(EXECUTION))
                .into(new ArrayList<>());
    }

    private Map<Long, List<PastRun>> runs(Collection<Long> numbers) {
        List<Document> executions = executions(in(INSTANCE, numbers));
        Map<Long, Duration> importing = importing(executions);
        Map<Long, List<PastRun>> runs = new HashMap<>();
        for (Document execution : executions) {
            past(execution, importing)
                    .ifPresent(past -> runs.computeIfAbsent(execution.getLong(INSTANCE), first -> new ArrayList<>())
                            .add(past));
        }
        return runs;
    }

    private Optional<PastRun> past(Document execution, Map<Long, Duration> importing) {
        long id = execution.getLong(EXECUTION);
        Date ended = execution.getDate("endTime");
        if (ended == null) {
            return find(id).map(PastRun::of);
        }
        String exitCode = execution.getEmbedded(List.of("exitStatus", "exitCode"), "");
        Instant started = started(execution);
        return Optional.of(new PastRun(
                id,
                RunStatus.of(exitCode),
                started,
                ended.toInstant(),
                Duration.between(started, ended.toInstant()),
                importing.getOrDefault(id, Duration.ZERO)));
    }

    /** Returns the duration of the import step by run. */
    private Map<Long, Duration> importing(List<Document> executions) {
        List<Long> ids =
                executions.stream().map(found -> found.getLong(EXECUTION)).toList();
        Map<Long, Duration> importing = new HashMap<>();
        database.getCollection(BatchSchema.STEP_EXECUTION)
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
