package dev.mongohaul.repository.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.step.StepExecution;

class RunTests {

    private static final LocalDateTime START = LocalDateTime.of(2026, 6, 1, 12, 0);

    private final JobExecution execution = new JobExecution(42, new JobInstance(7, "job"), new JobParameters());
    private final Run run = new Run(execution, null);

    @Test
    void stepsAreCountedOnceEvenIfListedTwice() {
        execution.addStepExecutions(
                List.of(partitionStep(1), partitionStep(1), partitionStep(2), importStep(), otherStep()));

        assertThat(run.counts()).isEqualTo(new Counts(20, 8, 4, 6, 2));
    }

    @Test
    void countsOfARunWithWorkersAreThoseThatWereSet() {
        execution.addStepExecutions(List.of(partitionStep(1)));

        BatchCounts.set(new Counts(5, 4, 0, 1, 0), execution);

        assertThat(run.counts()).isEqualTo(new Counts(5, 4, 0, 1, 0));
    }

    @Test
    void countsInTheContextOfAnEarlierRunAreNotThoseOfThisOne() {
        JobExecution next = new JobExecution(43, new JobInstance(7, "job"), new JobParameters());
        BatchCounts.set(new Counts(5, 4, 0, 1, 0), execution);
        next.setExecutionContext(execution.getExecutionContext());

        assertThat(new Run(next, null).counts()).isEqualTo(Counts.NONE);
    }

    @Test
    void runsWithoutStepsHaveNoFigures() {
        assertThat(run.counts()).isEqualTo(Counts.NONE);
        assertThat(run.importing()).isEqualTo(Duration.ZERO);
    }

    @Test
    void timesAreOfTheRunAndOfItsImportStep() {
        execution.setStartTime(START);
        execution.setEndTime(START.plusSeconds(90));
        execution.addStepExecutions(List.of(partitionStep(1), importStep(), otherStep()));

        assertThat(run.started()).isEqualTo(START.atZone(ZoneId.systemDefault()).toInstant());
        assertThat(run.duration()).isEqualTo(Duration.ofSeconds(90));
        assertThat(run.importing()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void endingAndReasonAreOfTheExitStatus() {
        execution.setStatus(BatchStatus.FAILED);
        execution.setExitStatus(new ExitStatus("REJECT LIMIT EXCEEDED", "too many"));

        assertThat(run.running()).isFalse();
        assertThat(run.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(run.reason()).isEqualTo("too many");
        assertThat(run.id()).isEqualTo(42);
        assertThat(run.importNumber()).isEqualTo(7);
    }

    private StepExecution partitionStep(long id) {
        StepExecution step = new StepExecution(id, Run.stepOf(ImportPartition.untouched(id, id + 1, 1)), execution);
        step.setReadCount(10);
        step.setWriteCount(6);
        step.setProcessSkipCount(2);
        step.setWriteSkipCount(1);
        step.setFilterCount(1);
        step.getExecutionContext().putLong(BatchCounts.ALREADY_THERE, 2);
        step.setStartTime(START.plusSeconds(20));
        step.setEndTime(START.plusSeconds(30));
        return step;
    }

    /** Spring Batch adds up what its partitions counted. */
    private StepExecution importStep() {
        StepExecution step = new StepExecution(98, Run.IMPORT_STEP, execution);
        step.setReadCount(20);
        step.setStartTime(START.plusSeconds(10));
        step.setEndTime(START.plusSeconds(40));
        return step;
    }

    private StepExecution otherStep() {
        StepExecution step = new StepExecution(99, "prepare", execution);
        step.setReadCount(1);
        step.setStartTime(START);
        step.setEndTime(START.plusSeconds(80));
        return step;
    }
}
