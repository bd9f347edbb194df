package dev.mongohaul.repository.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerState;
import dev.mongohaul.mongo.TestServer;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

class ThrottledJobRepositoryIT {

    private static final Duration NEVER = Duration.ofDays(1);
    private static final int CHUNKS = 10;

    @ParameterizedTest
    @CsvSource({"P1D, 1", "PT0S, 11"})
    void runningStepIsSavedAtItsBeginningAndThenOncePerInterval(Duration interval, int saves) {
        try (BatchContext batch = new BatchContext(interval)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);

            assertThat(batch.savedSteps(() -> runChunks(repository, step))).isEqualTo(saves);
        }
    }

    private static void runChunks(JobRepository repository, StepExecution step) {
        step.setStatus(BatchStatus.STARTED);
        repository.update(step);
        for (int chunk = 1; chunk <= CHUNKS; chunk++) {
            step.setReadCount(chunk);
            repository.updateExecutionContext(step);
            repository.update(step);
        }
    }

    @Test
    void endOfAStepIsSavedWithTheBeginningOfTheNext() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            runChunks(repository, step);

            complete(repository, step);
            assertThat(saved(repository, step).getStatus()).isEqualTo(BatchStatus.STARTED);
            assertThat(batch.savedSteps(() -> begin(repository, step.getJobExecution(), "finish")))
                    .isEqualTo(1);

            StepExecution saved = saved(repository, step);
            assertThat(saved.getStatus()).isEqualTo(BatchStatus.COMPLETED);
            assertThat(saved.getReadCount()).isEqualTo(CHUNKS);
            assertThat(saved.getExecutionContext().getLong("key")).isEqualTo(7);
        }
    }

    @Test
    void endOfAStepIsSavedWithTheStateOfAnotherOne() {
        try (BatchContext batch = new BatchContext(Duration.ZERO)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            runChunks(repository, step);
            StepExecution other = begin(repository, step.getJobExecution(), "import:1");

            complete(repository, step);
            repository.update(other);

            assertThat(saved(repository, step).getStatus()).isEqualTo(BatchStatus.COMPLETED);
        }
    }

    @Test
    void endOfTheLastStepIsSavedWithTheRun() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            runChunks(repository, step);

            complete(repository, step);
            end(repository, step.getJobExecution(), BatchStatus.COMPLETED);

            assertThat(saved(repository, step).getStatus()).isEqualTo(BatchStatus.COMPLETED);
        }
    }

    @Test
    void endThatCouldNotBeSavedIsSavedLater() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            runChunks(repository, step);
            complete(repository, step);

            FailPoint.on("update")
                    .namespace(batch.database().getName() + "." + BatchSchema.STEP_EXECUTION)
                    .errorCode(ServerState.SHUTDOWN_IN_PROGRESS.code())
                    .during(
                            TestServer.client(),
                            () -> assertThatThrownBy(() -> begin(repository, step.getJobExecution(), "finish"))
                                    .hasMessageContaining("save the state of the step"));
            end(repository, step.getJobExecution(), BatchStatus.FAILED);

            assertThat(saved(repository, step).getStatus()).isEqualTo(BatchStatus.COMPLETED);
        }
    }

    @Test
    void endOfAStepOfAWorkerIsSavedAtOnce() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            runChunks(repository, step);
            JobExecution ofWorker = Objects.requireNonNull(
                    repository.getJobExecution(step.getJobExecution().getId()));
            StepExecution worked = begin(repository, ofWorker, "import:1");

            complete(repository, worked);

            assertThat(saved(repository, worked).getStatus()).isEqualTo(BatchStatus.COMPLETED);
        }
    }

    @Test
    void requestToStopIsSeenWhenTheNextStepBegins() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            runChunks(repository, step);
            complete(repository, step);
            JobExecution asked = Objects.requireNonNull(
                    repository.getJobExecution(step.getJobExecution().getId()));
            asked.setStatus(BatchStatus.STOPPING);
            repository.update(asked);

            StepExecution next = begin(repository, step.getJobExecution(), "finish");

            assertThat(next.isTerminateOnly()).isTrue();
            assertThat(step.getJobExecution().isStopping()).isTrue();
        }
    }

    private static StepExecution begin(JobRepository repository, JobExecution run, String name) {
        StepExecution step = repository.createStepExecution(name, run);
        step.setStatus(BatchStatus.STARTED);
        repository.update(step);
        return step;
    }

    private static void complete(JobRepository repository, StepExecution step) {
        step.setStatus(BatchStatus.COMPLETED);
        repository.update(step);
        step.getExecutionContext().putLong("key", 7);
        repository.update(step);
        repository.updateExecutionContext(step);
    }

    private static StepExecution saved(JobRepository repository, StepExecution step) {
        return Objects.requireNonNull(repository.getStepExecution(step.getId()));
    }

    @Test
    void unknownIsSavedAsFailedSoThatItCanBeRestarted() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            JobExecution execution = step.getJobExecution();

            step.setStatus(BatchStatus.UNKNOWN);
            repository.update(step);
            end(repository, execution, BatchStatus.UNKNOWN);

            JobExecution saved = Objects.requireNonNull(repository.getJobExecution(execution.getId()));
            assertThat(saved.getStatus()).isEqualTo(BatchStatus.FAILED);
            assertThat(saved.getStepExecutions())
                    .extracting(StepExecution::getStatus)
                    .containsOnly(BatchStatus.FAILED);
        }
    }

    @Test
    void stepIsBegunAfterAnOutage() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            step.setStatus(BatchStatus.STARTED);

            survivesOutage(batch, () -> repository.update(step), "update");
            survivesOutage(
                    batch,
                    () -> assertThat(repository.getStepExecution(step.getId())).isEqualTo(step),
                    "find");
        }
    }

    /** What the repository knows of the first run of an import is what it has stored. */
    @Test
    void stepsOfTheFirstRunAreThoseThatAreStored() throws Exception {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            StepExecution step = newStep(repository);
            JobExecution run = step.getJobExecution();
            JobInstance instance = run.getJobInstance();
            step.setStatus(BatchStatus.FAILED);
            repository.update(step);

            assertThat(repository.getLastStepExecution(instance, "import")).isSameAs(step);
            assertThat(repository.getLastStepExecution(instance, "finish")).isNull();
            assertThat(repository.getStepExecutionCount(instance, "import")).isEqualTo(1);
            end(repository, run, BatchStatus.FAILED);

            survivesOutage(
                    batch,
                    () -> assertThat(repository.getLastStepExecution(instance, "import"))
                            .isEqualTo(step)
                            .isNotSameAs(step),
                    "find",
                    "aggregate");
            survivesOutage(
                    batch,
                    () -> assertThat(repository.getStepExecutionCount(instance, "import"))
                            .isEqualTo(1),
                    "find",
                    "aggregate");
        }
    }

    /** Listeners add to its context before its first step, and change its status at its end. */
    @Test
    void runIsSavedWithItsFirstStepAndAfterItsListeners() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            JobExecution run = newRun(repository);
            run.setStatus(BatchStatus.STARTED);
            repository.update(run);
            run.getExecutionContext().putString("key", "of a listener");
            assertThat(repository.getJobExecution(run.getId())).isNull();

            begin(repository, run, "import");
            JobExecution begun = Objects.requireNonNull(repository.getJobExecution(run.getId()));
            assertThat(begun.getExecutionContext().getString("key")).isEqualTo("of a listener");
            end(repository, run, BatchStatus.FAILED);

            JobExecution ended = Objects.requireNonNull(repository.getJobExecution(run.getId()));
            assertThat(begun.getStatus()).isEqualTo(BatchStatus.STARTED);
            assertThat(ended.getStatus()).isEqualTo(BatchStatus.FAILED);
        }
    }

    /** It fails before its first step, so that its listeners are not called. */
    @Test
    void runWithoutStepsIsSavedAtItsEnd() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            JobExecution run = newRun(repository);
            run.setStatus(BatchStatus.FAILED);
            repository.update(run);

            assertThat(Objects.requireNonNull(repository.getJobExecution(run.getId()))
                            .getStatus())
                    .isEqualTo(BatchStatus.FAILED);
        }
    }

    @Test
    void requestToStopIsNotOverwritten() {
        try (BatchContext batch = new BatchContext(NEVER)) {
            JobRepository repository = batch.repository();
            JobExecution run = newRun(repository);
            begin(repository, run, "import");
            JobExecution asked = Objects.requireNonNull(repository.getJobExecution(run.getId()));
            asked.setStatus(BatchStatus.STOPPING);
            repository.update(asked);
            run.setStatus(BatchStatus.STARTED);

            repository.update(run);

            assertThat(run.getStatus()).isEqualTo(BatchStatus.STOPPING);
            assertThat(Objects.requireNonNull(repository.getJobExecution(run.getId()))
                            .getStatus())
                    .isEqualTo(BatchStatus.STOPPING);
        }
    }

    /** The outage lasts for three commands, and the driver repeats a read only once. */
    private static void survivesOutage(BatchContext batch, ThrowingCallable action, String... commands) {
        long met = FailPoint.on(commands)
                .namespace(batch.database().getName() + "." + BatchSchema.STEP_EXECUTION)
                .errorCode(ServerState.SHUTDOWN_IN_PROGRESS.code())
                .times(3)
                .during(TestServer.client(), () -> assertThatCode(action).doesNotThrowAnyException());
        assertThat(met).isEqualTo(3);
    }

    /** Saves the end of a run as Spring Batch does, before and after its listeners. */
    private static void end(JobRepository repository, JobExecution run, BatchStatus status) {
        run.setStatus(BatchStatus.COMPLETED);
        run.setEndTime(LocalDateTime.now(ZoneId.systemDefault()));
        repository.update(run);
        run.setStatus(status);
        repository.update(run);
    }

    private static StepExecution newStep(JobRepository repository) {
        return repository.createStepExecution("import", newRun(repository));
    }

    private static JobExecution newRun(JobRepository repository) {
        JobInstance instance = repository.createJobInstance("job", new JobParameters());
        return repository.createJobExecution(instance, new JobParameters(), new ExecutionContext());
    }
}
