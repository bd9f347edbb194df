package dev.mongohaul.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Updates;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.overview.Overview;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunFilter;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.schedule.Slots;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/** Documents of others, and jobs of other applications, in the collections of the JobRepository. */
class ForeignDocumentsIT {

    private final Program program = Program.start(TestDatabases.take());

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BATCH_JOB_INSTANCE",
                "BATCH_JOB_EXECUTION",
                "BATCH_STEP_EXECUTION",
                "BATCH_SEQUENCES",
                "mongohaul_imports",
                "mongohaul_rejects",
                "mongohaul_slots"
            })
    void foreignDocumentDisturbsNoReport(String collection) {
        TestJob job = TestJob.in(folder, "job", "rejects: {limit: unlimited}", "fields: {n: int32}");
        Run first = program.run(job.input("n\n1\nx\n").prepare());
        program.collection(collection).insertOne(new Document("sku", "a"));

        Reports reports =
                new Reports(program.bean(Runs.class), program.bean(RejectStore.class), program.bean(Slots.class));
        assertThat(reports.recent(20)).hasSize(1);
        assertThat(reports.jobs()).hasSize(1);
        assertThat(reports.job("job", 20)).isPresent();
        assertThat(reports.ofImport(first.importNumber()))
                .hasValueSatisfying(
                        report -> assertThat(reports.rejects(report)).hasSize(1));

        Run second = program.run(job.input("n\n2\n").prepare());
        assertThat(second.ending()).isEqualTo(RunStatus.COMPLETED);
        Pruner pruner = program.bean(Pruner.class);
        assertThat(pruner.jobs()).containsExactly("job");
        assertThat(pruner.prune("job", Instant.now().plusSeconds(60), null, false)
                        .imports())
                .isEqualTo(1);
    }

    @Test
    void jobsOfOtherApplicationsAreNotListed() throws Exception {
        Run own = program.run(TestJob.in(folder, "job").input("n\n1\n").prepare());
        List<Long> others = List.of(run("billing", 1), run("billing", 2), run("job", 1), run("job", 2), run("job", 3));

        Runs runs = program.bean(Runs.class);
        Reports reports = new Reports(runs, program.bean(RejectStore.class), program.bean(Slots.class));
        assertThat(reports.recent(20)).extracting(RunReport::run).containsExactly(own.id());
        assertThat(reports.runs(new RunFilter("*", Set.of(), null, null), Long.MAX_VALUE, 20))
                .hasSize(1);
        assertThat(reports.jobNames()).containsExactly("job");
        assertThat(reports.jobs()).singleElement().satisfies(job -> {
            assertThat(job.importCount()).isEqualTo(1);
            assertThat(job.last())
                    .isNotNull()
                    .extracting(ImportSummary::importNumber)
                    .isEqualTo(own.importNumber());
        });
        assertThat(reports.imports("job", Long.MAX_VALUE, 1))
                .extracting(ImportSummary::importNumber)
                .containsExactly(own.importNumber());
        assertThat(reports.job("billing", 20)).isEmpty();
        assertThat(new Overview(reports, ZoneOffset.UTC).jobs(Instant.now(), List.of()))
                .containsOnlyKeys("job")
                .hasEntrySatisfying("job", job -> assertThat(job.run()).isEqualTo(own.id()));
        assertThat(others).allSatisfy(other -> {
            assertThat(runs.find(other)).isEmpty();
            assertThat(runs.summaries(List.of(other))).isEmpty();
        });
        JobExecution other = program.bean(JobRepository.class).getJobExecution(others.get(0));
        assertThat(reports.ofImport(other.getJobInstanceId())).isEmpty();
        assertThat(runs.runsOf(other.getJobInstanceId())).isEmpty();
    }

    @Test
    void importThatFailedBeforeItWasPlannedIsListed() throws Exception {
        TestJob job = TestJob.in(folder, "job");
        Run failed = program.run(job.input("n\n1\n").prepare());
        program.collection("mongohaul_imports").updateMany(new Document(), Updates.set("jobInstanceId", 0L));
        run("job", 1);

        Reports reports =
                new Reports(program.bean(Runs.class), program.bean(RejectStore.class), program.bean(Slots.class));
        assertThat(reports.imports("job", Long.MAX_VALUE, 1))
                .extracting(ImportSummary::importNumber)
                .containsExactly(failed.importNumber());
        assertThat(reports.job("job", 9).orElseThrow().job().importCount()).isEqualTo(1);
    }

    /** Runs a job of another application, and returns the number of the run. */
    private long run(String name, long number) throws Exception {
        JobRepository repository = program.bean(JobRepository.class);
        TaskExecutorJobOperator operator = new TaskExecutorJobOperator();
        operator.setJobRepository(repository);
        operator.setJobRegistry(new MapJobRegistry());
        operator.afterPropertiesSet();
        Job job = new JobBuilder(name, repository)
                .start(new StepBuilder("import", repository)
                        .tasklet((contribution, chunk) -> RepeatStatus.FINISHED)
                        .build())
                .build();
        JobExecution run = operator.start(
                job, new JobParametersBuilder().addLong("again", number).toJobParameters());
        assertThat(run.getStatus()).as("%s", run.getAllFailureExceptions()).isEqualTo(BatchStatus.COMPLETED);
        return run.getId();
    }
}
