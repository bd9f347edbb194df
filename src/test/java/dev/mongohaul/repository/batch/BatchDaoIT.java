package dev.mongohaul.repository.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.NoSuchJobException;
import org.springframework.batch.core.repository.dao.mongodb.MongoExecutionContextDao;
import org.springframework.batch.core.repository.dao.mongodb.MongoJobExecutionDao;
import org.springframework.batch.core.repository.dao.mongodb.MongoJobInstanceDao;
import org.springframework.batch.core.repository.dao.mongodb.MongoStepExecutionDao;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.convert.DefaultDbRefResolver;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;

/** Compares the data access with that of Spring Batch: each reads what the other stores. */
class BatchDaoIT {

    private static final JobParameters PARAMETERS = new JobParametersBuilder()
            .addString("text", "a.b", true)
            .addLong("number", 7L, true)
            .addDouble("ratio", 0.5, false)
            .addDate("date", Date.from(Instant.ofEpochMilli(1_700_000_000_123L)), false)
            .addLocalDate("day", LocalDate.of(2026, 3, 1), true)
            .addLocalTime("time", LocalTime.of(13, 14, 15), false)
            .addLocalDateTime("moment", LocalDateTime.of(2026, 3, 1, 2, 3, 4), false)
            .toJobParameters();

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("dao"));
    private final BatchDao ours = new BatchDao(database, RetryBudget.NONE);
    private final MongoTemplate template = template(database.getName());
    private final MongoJobInstanceDao instances = new MongoJobInstanceDao(template);
    private final MongoJobExecutionDao executions = new MongoJobExecutionDao(template);
    private final MongoStepExecutionDao steps = new MongoStepExecutionDao(template);
    private final MongoExecutionContextDao contexts = new MongoExecutionContextDao(template);

    private final JobInstance instance;
    private final JobExecution execution;
    private final StepExecution step;

    BatchDaoIT() {
        new BatchSchema(database).create();
        executions.setJobInstanceDao(instances);
        steps.setJobExecutionDao(executions);
        instance = ours.createJobInstance("job", PARAMETERS);
        execution = ours.createJobExecution(instance, PARAMETERS);
        step = ours.createStepExecution("import", execution);
        execution.addStepExecution(step);
    }

    /** The converter of Spring Data refuses keys with dots unless it has a replacement for them. */
    private static MongoTemplate template(String name) {
        SimpleMongoClientDatabaseFactory factory = new SimpleMongoClientDatabaseFactory(TestServer.client(), name);
        MongoCustomConversions conversions = MongoCustomConversions.create(adapter -> {});
        MongoMappingContext mapping = new MongoMappingContext();
        mapping.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
        MappingMongoConverter converter = new MappingMongoConverter(new DefaultDbRefResolver(factory), mapping);
        converter.setCustomConversions(conversions);
        converter.setMapKeyDotReplacement(".");
        converter.afterPropertiesSet();
        return new MongoTemplate(factory, converter);
    }

    @BeforeEach
    void end() {
        step.setStatus(BatchStatus.STOPPED);
        step.setStartTime(LocalDateTime.of(2026, 7, 1, 12, 0, 0, 5_000_000));
        step.setEndTime(LocalDateTime.of(2026, 12, 1, 12, 0));
        step.setExitStatus(ExitStatus.STOPPED.addExitDescription("why"));
        step.setReadCount(1);
        step.setWriteCount(2);
        step.setCommitCount(3);
        step.setRollbackCount(4);
        step.setReadSkipCount(5);
        step.setProcessSkipCount(6);
        step.setWriteSkipCount(7);
        step.setFilterCount(8);
        step.setTerminateOnly();
        step.getExecutionContext().putString("with.dot", "value");
        step.getExecutionContext().put("executed", true);
        execution.setStatus(BatchStatus.FAILED);
        execution.setStartTime(LocalDateTime.of(2026, 7, 1, 11, 0));
        execution.setExitStatus(ExitStatus.FAILED);
        execution.getExecutionContext().putLong("count", 5);
        execution.getExecutionContext().put("list", List.of("a", "b"));
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void storesTheSameDocuments() {
        ours.updateJobExecution(execution);
        ours.updateStepExecution(step);
        List<String> stored = documents();

        executions.updateJobExecution(execution);
        steps.updateStepExecution(step);

        assertThat(stored).hasSize(3).isEqualTo(documents());
    }

    @Test
    void storesTheSameNewDocuments() {
        List<String> stored = documents();
        drop();
        for (String sequence :
                List.of("BATCH_JOB_INSTANCE_SEQ", "BATCH_JOB_EXECUTION_SEQ", "BATCH_STEP_EXECUTION_SEQ")) {
            database.getCollection(BatchSchema.SEQUENCES).insertOne(new Document("_id", sequence).append("count", 0L));
        }

        JobInstance theirs = instances.createJobInstance("job", PARAMETERS);
        StepExecution theirStep =
                steps.createStepExecution("import", executions.createJobExecution(theirs, PARAMETERS));

        assertThat(stored.stream().map(BatchDaoIT::withoutTimes))
                .isEqualTo(documents().stream().map(BatchDaoIT::withoutTimes).toList());
        assertThat(theirStep.getVersion()).isEqualTo(step.getVersion());
        assertThat(theirs.getVersion()).isEqualTo(instance.getVersion());
    }

    private static String withoutTimes(String document) {
        return document.replaceAll("\\{\"\\$date\": [^}]*}", "{}");
    }

    /** Fields in their order, without {@code _id}; parameters by name, since they are a set. */
    private List<String> documents() {
        List<String> documents = new ArrayList<>();
        for (String name : List.of(BatchSchema.JOB_INSTANCE, BatchSchema.JOB_EXECUTION, BatchSchema.STEP_EXECUTION)) {
            for (Document document : database.getCollection(name).find()) {
                document.remove("_id");
                document.computeIfPresent(
                        "jobParameters",
                        (key, value) -> document.getList(key, Document.class).stream()
                                .sorted(Comparator.comparing(parameter -> parameter.getString("name")))
                                .peek(parameter -> parameter.computeIfPresent(
                                        "value",
                                        (field, of) ->
                                                parameter.getString("name").equals("time") ? "a time" : of))
                                .toList());
                documents.add(document.toJson());
            }
        }
        return documents;
    }

    @Test
    void readsWhatTheOtherStores() {
        executions.updateJobExecution(execution);
        steps.updateStepExecution(step);

        assertSame(ours.getJobExecution(execution.getId()), execution);
        assertSame(ours.getLastJobExecution(instance), execution);
        assertSame(ours.findJobExecutions(instance).get(0), execution);
        assertSame(ours.getStepExecution(step.getId()), step);
        assertSame(ours.getStepExecution(execution, step.getId()), step);
        assertSame(ours.getLastStepExecution(instance, "import"), step);
        assertSame(ours.getStepExecutions(execution).get(0), step);
        assertThat(ours.getJobInstance("job", PARAMETERS)).isEqualTo(instance);
    }

    @Test
    void storesWhatTheOtherReads() {
        ours.updateJobExecution(execution);
        ours.updateStepExecution(step);

        assertSame(executions.getJobExecution(execution.getId()), execution);
        assertSame(steps.getStepExecution(step.getId()), step);
        assertThat(instances.getJobInstance("job", PARAMETERS)).isEqualTo(instance);
    }

    @Test
    void contextsAreTheSame() {
        ours.saveExecutionContext(execution);
        ours.saveExecutionContexts(List.of(step));
        List<String> stored = documents();

        assertThat(contexts.getExecutionContext(execution)).isEqualTo(execution.getExecutionContext());
        assertThat(contexts.getExecutionContext(step)).isEqualTo(step.getExecutionContext());
        contexts.updateExecutionContext(execution);
        contexts.updateExecutionContext(step);
        assertThat(stored).isEqualTo(documents());
        assertThat(ours.getExecutionContext(execution)).isEqualTo(execution.getExecutionContext());
        assertThat(ours.getExecutionContext(step)).isEqualTo(step.getExecutionContext());

        ours.deleteExecutionContext(execution);
        ours.deleteExecutionContext(step);
        assertThat(contexts.getExecutionContext(execution).isEmpty()).isTrue();
        assertThat(contexts.getExecutionContext(step).isEmpty()).isTrue();
    }

    private static void assertSame(JobExecution read, JobExecution expected) {
        assertThat(Objects.requireNonNull(read))
                .usingRecursiveComparison()
                .ignoringFields("stepExecutions", "createTime", "version", "jobInstance.version", "executionContext")
                .isEqualTo(expected);
        assertThat(read.getExecutionContext()).isEqualTo(expected.getExecutionContext());
    }

    private static void assertSame(StepExecution read, StepExecution expected) {
        assertThat(Objects.requireNonNull(read))
                .usingRecursiveComparison()
                .ignoringFields("jobExecution", "createTime", "version", "executionContext")
                .isEqualTo(expected);
        assertThat(read.getExecutionContext()).isEqualTo(expected.getExecutionContext());
        assertThat(read.getJobExecutionId()).isEqualTo(expected.getJobExecutionId());
    }

    @Test
    void listsTheSameInstances() throws NoSuchJobException {
        ours.createJobInstance("job", new JobParameters());
        ours.createJobInstance("another", PARAMETERS);

        assertThat(ours.getJobNames()).isEqualTo(instances.getJobNames()).containsExactly("another", "job");
        assertThat(ours.getJobInstances("job", 1, 5)).isEqualTo(instances.getJobInstances("job", 1, 5));
        assertThat(ours.getJobInstances("job", 0, 0)).isEmpty();
        assertThat(ours.getJobInstanceIds("job")).isEqualTo(instances.getJobInstanceIds("job"));
        assertThat(ours.getLastJobInstance("job")).isEqualTo(instances.getLastJobInstance("job"));
        assertThat(ours.getJobInstanceCount("job")).isEqualTo(2);
        assertThatThrownBy(() -> ours.getJobInstanceCount("none")).isInstanceOf(NoSuchJobException.class);
        assertThatThrownBy(() -> ours.createJobInstance("job", PARAMETERS)).isInstanceOf(MongoWriteException.class);
    }

    @Test
    void findsRunningExecutionsAndStopRequests() {
        execution.setStatus(BatchStatus.STOPPING);
        ours.updateJobExecution(execution);
        JobExecution started = new JobExecution(execution.getId(), instance, PARAMETERS);
        started.setStatus(BatchStatus.STARTED);
        StepExecution startedStep = new StepExecution(step.getId(), "import", started);
        startedStep.setStatus(BatchStatus.STARTED);
        ours.updateStepExecution(step);

        ours.synchronizeStatus(started);
        ours.synchronizeStatus(startedStep);

        assertThat(started.getStatus()).isEqualTo(BatchStatus.STOPPING);
        assertThat(startedStep.getStatus()).isEqualTo(BatchStatus.STOPPED);
        assertThat(ours.findRunningJobExecutions("job")).isEqualTo(executions.findRunningJobExecutions("job"));
        assertThat(ours.findRunningJobExecutions("none")).isEqualTo(Set.of());
    }

    @Test
    void deletes() {
        assertThat(ours.countStepExecutions(instance, "import")).isEqualTo(1);
        ours.deleteJobExecutionParameters(execution);
        assertThat(Objects.requireNonNull(executions.getJobExecution(execution.getId()))
                        .getJobParameters()
                        .isEmpty())
                .isTrue();
        ours.deleteStepExecution(step);
        ours.deleteJobExecution(execution);
        ours.deleteJobInstance(instance);

        assertThat(documents()).isEmpty();
        assertThat(ours.getJobExecution(execution.getId())).isNull();
        assertThat(ours.getStepExecution(step.getId())).isNull();
        assertThat(ours.getExecutionContext(step)).isEqualTo(new ExecutionContext());
    }
}
