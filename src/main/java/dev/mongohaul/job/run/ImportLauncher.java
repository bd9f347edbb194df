package dev.mongohaul.job.run;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryProperties;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobExecutionAlreadyRunningException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.stereotype.Component;

/**
 * Launches imports: decides whether there is anything to do, takes the lease, puts right what a killed try left behind,
 * and runs the job on the calling thread.
 */
@Component
public final class ImportLauncher {

    private final ImportPlans plans;
    private final ImportJobFactory jobs;
    private final JobOperator operator;
    private final CrashedTries crashedTries;
    private final RepositoryProperties properties;

    ImportLauncher(
            ImportPlans plans,
            ImportJobFactory jobs,
            JobOperator operator,
            CrashedTries crashedTries,
            RepositoryProperties properties) {
        this.plans = plans;
        this.jobs = jobs;
        this.operator = operator;
        this.crashedTries = crashedTries;
        this.properties = properties;
    }

    /**
     * Loads the input unless it is loaded.
     *
     * @param again whether to load it although it is
     * @return the try that was run, or the one that loaded the content before
     * @throws ImportRefusedException where a person has to choose first
     * @throws ImportRunningException where another process runs it
     */
    public LaunchResult launch(ImportJob job, boolean again, ImportMonitor monitor) {
        ImportIdentity wanted = jobs.identity(job);
        monitor.expect(job.inputBytes());
        ImportDecision decision =
                new ImportHistory(plans.findByJob(job.name())).decide(wanted, again, job.abandonsUnfinished());
        if (decision instanceof ImportDecision.NothingToDo nothing) {
            return LaunchResult.loadedBefore(nothing.loaded());
        }
        if (decision instanceof ImportDecision.Refuse refuse) {
            throw ImportRefusedException.of(refuse);
        }
        ImportPlan plan =
                decision instanceof ImportDecision.Continue unfinished ? unfinished.plan() : begin(job, decision);
        return run(job, plan, monitor);
    }

    private ImportPlan begin(ImportJob job, ImportDecision decision) {
        ImportDecision.Begin begin = (ImportDecision.Begin) decision;
        begin.superseded().forEach(this::abandon);
        ImportPlan plan = ImportPlan.of(begin.identity(), job.request(), job.head(), job.plannedInputs());
        plans.insertIfAbsent(plan);
        return plan;
    }

    /**
     * Gives up an unfinished import.
     *
     * @throws ImportRunningException where another process runs it
     */
    public void abandon(ImportPlan plan) {
        try (ImportLease lease = claimNow(plan)) {
            plans.abandon(plan.key(), lease.lease());
        }
    }

    private ImportLease claimNow(ImportPlan plan) {
        return ImportLease.claim(plans, plan.key(), properties.lease())
                .orElseThrow(() -> ImportRunningException.of(plans, plan));
    }

    private LaunchResult run(ImportJob job, ImportPlan known, ImportMonitor monitor) {
        try (ImportLease lease = new LeaseQueue(plans, properties.lease()).claim(known, monitor)) {
            ImportPlan plan = plans.find(known.key()).orElseThrow();
            if (plan.state() != ImportPlan.State.UNFINISHED) {
                return LaunchResult.loadedBefore(plan);
            }
            JobParameters parameters = parameters(job, plan.identity());
            crashedTries.recover(job.name(), parameters);
            ImportRun run = new ImportRun(job, plan, lease, monitor);
            JobExecution execution = start(jobs.create(run), parameters, plan);
            return LaunchResult.ran(execution.getId(), run.plan());
        }
    }

    private JobExecution start(Job springBatchJob, JobParameters parameters, ImportPlan plan) {
        try {
            return operator.start(springBatchJob, parameters);
        } catch (JobExecutionAlreadyRunningException e) {
            throw ImportRunningException.of(plans, plan);
        } catch (JobExecutionException e) {
            throw new ImportFailedException("The import cannot be started: " + e.getMessage());
        }
    }

    private static JobParameters parameters(ImportJob job, ImportIdentity identity) {
        return new JobParametersBuilder()
                .addString("content", identity.content())
                .addString("target", identity.target())
                .addString("operation", identity.operation())
                .addString("meaning", identity.meaning())
                .addLong("again", (long) identity.again())
                .addString("settings", job.settings(), false)
                .toJobParameters();
    }
}
