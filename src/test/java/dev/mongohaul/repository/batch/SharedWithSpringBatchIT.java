package dev.mongohaul.repository.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.TestServer;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.MongoJobRepositoryFactoryBean;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;

/**
 * The collections of one JobRepository, used by mongohaul and by Spring Batch's own JobRepository for MongoDB, which Spring Boot's
 * starter configures.
 */
class SharedWithSpringBatchIT {

    private final BatchContext context = new BatchContext(Duration.ZERO);

    @AfterEach
    void close() {
        context.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachSeesTheJobsOfTheOther(boolean oursFirst) throws Exception {
        JobRepository ours = context.repository();
        JobRepository theirs = ofSpringBatch();
        JobRepository first = oursFirst ? ours : theirs;
        JobRepository second = oursFirst ? theirs : ours;

        if (!oursFirst) {
            createSequences();
        }
        run(first, "first", 1);
        createSequences();
        run(second, "second", 1);
        run(first, "first", 2);
        run(second, "second", 2);

        for (JobRepository one : new JobRepository[] {ours, theirs}) {
            assertThat(one.getJobNames()).containsExactlyInAnyOrder("first", "second");
            assertThat(one.getJobInstanceCount("first")).isEqualTo(2);
            for (String job : one.getJobNames()) {
                assertThat(one.getLastJobExecution(one.getLastJobInstance(job)))
                        .satisfies(run -> assertThat(run.getStatus()).isEqualTo(BatchStatus.COMPLETED))
                        // Spring Batch's own JobRepository reads each step twice.
                        .satisfies(run -> assertThat(run.getStepExecutions().stream()
                                        .map(StepExecution::getId)
                                        .distinct())
                                .hasSize(1));
            }
        }
        assertThat(context.database().getCollection(BatchSchema.JOB_EXECUTION).distinct("jobExecutionId", Long.class))
                .hasSize(4);
    }

    /** As the script of Spring Batch does it, of which commands that find something there fail. */
    private void createSequences() {
        for (String sequence :
                List.of("BATCH_JOB_INSTANCE_SEQ", "BATCH_JOB_EXECUTION_SEQ", "BATCH_STEP_EXECUTION_SEQ")) {
            context.database()
                    .runCommand(new Document("insert", BatchSchema.SEQUENCES)
                            .append("documents", List.of(new Document("_id", sequence).append("count", 0L))));
        }
    }

    private static void run(JobRepository repository, String name, long number) throws Exception {
        TaskExecutorJobOperator operator = new TaskExecutorJobOperator();
        operator.setJobRepository(repository);
        operator.setJobRegistry(new MapJobRegistry());
        operator.afterPropertiesSet();
        Job job = new JobBuilder(name, repository)
                .start(new StepBuilder("step", repository)
                        .tasklet((contribution, chunk) -> RepeatStatus.FINISHED)
                        .build())
                .build();
        JobExecution run = operator.start(
                job, new JobParametersBuilder().addLong("number", number).toJobParameters());
        assertThat(run.getStatus()).as("%s", run.getAllFailureExceptions()).isEqualTo(BatchStatus.COMPLETED);
    }

    private JobRepository ofSpringBatch() throws Exception {
        SimpleMongoClientDatabaseFactory database = new SimpleMongoClientDatabaseFactory(
                TestServer.client(), context.database().getName());
        MongoTemplate template = new MongoTemplate(database);
        ((MappingMongoConverter) template.getConverter()).setMapKeyDotReplacement(".");
        MongoJobRepositoryFactoryBean factory = new MongoJobRepositoryFactoryBean();
        factory.setMongoOperations(template);
        factory.setTransactionManager(new MongoTransactionManager(database));
        factory.afterPropertiesSet();
        return factory.getObject();
    }
}
