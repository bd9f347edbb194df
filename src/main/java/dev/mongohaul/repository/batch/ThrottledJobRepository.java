package dev.mongohaul.repository.batch;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.ImportPlans;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.support.SimpleJobRepository;
import org.springframework.batch.core.step.NoSuchStepException;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * JobRepository that saves a running step at most once per interval, and at every change of its status. Thread-safe.
 *
 * <p>Spring Batch saves a step after each chunk, by four round trips, the largest cost of a chunk. An import resumes
 * from its partitions and not from this state, so that an older state of a running step loses nothing. A stop request
 * of another process is seen when a step is saved.
 *
 * <p>The end of a step of a run of this process is saved by the same command as the next beginning of a step, or the next state
 * of a running one, or together with the end of the run. If the process is killed before, the step is corrected with its run.
 *
 * <p>The steps of an import's first run are not read while this process executes it: it has created them all.
 *
 * <p>A step whose state could not be saved once is UNKNOWN in Spring Batch, which never restarts it. Here it is FAILED,
 * since partitions can be restarted.
 *
 * <p>Reads and saves are retried while the server is unavailable.
 *
 * <p>A process that has lost the lease of an import saves nothing more of its runs, since its successor has
 * corrected them. It uses its own clock, with a third of the lease to spare: Spring Batch's writes cannot filter by the
 * lease on the server. A late write can only be the state of a run that has ended, which the next run corrects again.
 */
final class ThrottledJobRepository extends SimpleJobRepository {

    private final BatchDao records;
    private final long intervalNanos;
    private final ImportPlans plans;
    private final RetryBudget retries;
    private final Map<Long, SavedStep> savedByStep = new ConcurrentHashMap<>();

    /** Numbers of imports that this process has created, and that have no run yet. */
    private final Set<Long> created = ConcurrentHashMap.newKeySet();

    /** First runs of imports that this process has created, by the numbers of the imports. */
    private final Map<Long, JobExecution> firstRuns = new ConcurrentHashMap<>();

    /** Runs that this process executes, by their numbers. */
    private final Map<Long, OwnRun> ownRuns = new ConcurrentHashMap<>();

    /** Tokens of leases whose imports have no number yet. Only the owner of the lease gives it one. */
    private final Set<String> withoutInstance = ConcurrentHashMap.newKeySet();

    ThrottledJobRepository(BatchDao records, Duration interval, ImportPlans plans, RetryBudget retries) {
        super(records, records, records, records);
        this.records = records;
        this.intervalNanos = interval.toNanos();
        this.plans = plans;
        this.retries = retries;
    }

    @Override
    public JobInstance createJobInstance(String jobName, JobParameters parameters) {
        AtomicBoolean attempted = new AtomicBoolean();
        return retries.call("begin the import", () -> {
            JobInstance made = attempted.getAndSet(true) ? getJobInstance(jobName, parameters) : null;
            if (made != null) {
                return made;
            }
            JobInstance instance = super.createJobInstance(jobName, parameters);
            created.add(instance.getId());
            return instance;
        });
    }

    /** Reads once what is read twice before an import has its first run. */
    @Override
    public @Nullable JobInstance getJobInstance(String jobName, JobParameters parameters) {
        String token = parameters.getString(Lease.PARAMETER);
        if (token != null && withoutInstance.remove(token)) {
            return null;
        }
        JobInstance instance = super.getJobInstance(jobName, parameters);
        if (instance == null && token != null) {
            withoutInstance.add(token);
        }
        return instance;
    }

    /** Stores nothing: the run is stored with its first step, or when it ends before. */
    @Override
    public JobExecution createJobExecution(JobInstance instance, JobParameters parameters, ExecutionContext context) {
        boolean first = created.remove(instance.getId());
        JobExecution execution = records.newJobExecution(instance, parameters);
        execution.setExecutionContext(context);
        instance.addJobExecution(execution);
        ownRuns.put(execution.getId(), new OwnRun(execution));
        if (first) {
            firstRuns.put(instance.getId(), execution);
        }
        return execution;
    }

    @Override
    public @Nullable StepExecution getLastStepExecution(JobInstance instance, String name) {
        JobExecution first = firstRuns.get(instance.getId());
        return first == null
                ? super.getLastStepExecution(instance, name)
                : steps(first, name).reduce((earlier, later) -> later).orElse(null);
    }

    @Override
    public long getStepExecutionCount(JobInstance instance, String name) throws NoSuchStepException {
        JobExecution first = firstRuns.get(instance.getId());
        return first == null
                ? super.getStepExecutionCount(instance, name)
                : steps(first, name).count();
    }

    private static Stream<StepExecution> steps(JobExecution run, String name) {
        return run.getStepExecutions().stream()
                .filter(step -> step.getStepName().equals(name));
    }

    /** Stores nothing: Spring Batch saves the step when it begins, directly after this. */
    @Override
    public StepExecution createStepExecution(String name, JobExecution execution) {
        requireLease(execution);
        StepExecution step = records.newStepExecution(name, execution);
        execution.addStepExecution(step);
        return step;
    }

    /** Instance and context are read with the execution. */
    @Override
    protected void fillJobExecutionDependencies(JobExecution execution) {
        execution.addStepExecutions(records.getStepExecutions(execution));
    }

    /** The context is read with the step. */
    @Override
    protected void fillStepExecutionDependencies(StepExecution step) {}

    /**
     * Saves nothing when the run begins: its listeners add to its context before its first step. At its end, Spring Batch saves
     * it before and after its listeners, which may change its status; here it is saved after them.
     */
    @Override
    public void update(JobExecution execution) {
        if (execution.getStatus() == BatchStatus.UNKNOWN) {
            execution.setStatus(BatchStatus.FAILED);
        }
        execution.getStepExecutions().forEach(ThrottledJobRepository::makeKnown);
        OwnRun own = own(execution);
        if (own != null && own.phase == RunPhase.BEGINNING && execution.getStatus() == BatchStatus.STARTED) {
            return;
        }
        if (own != null && own.phase == RunPhase.STORED && execution.getEndTime() != null) {
            own.phase = RunPhase.ENDING;
            return;
        }
        save("save the state of the run", execution, () -> {
            execution.setLastUpdated(now());
            if (own == null) {
                saveAgain(execution);
            } else if (own.phase == RunPhase.BEGINNING) {
                records.saveJobExecution(execution);
            } else {
                own.saveEnded(ended -> SentTogether.run(() -> saveAgain(execution), () -> records.saveSteps(ended)));
            }
        });
        if (execution.getEndTime() != null) {
            ownRuns.remove(execution.getId());
            firstRuns.remove(execution.getJobInstanceId());
            execution.getStepExecutions().forEach(step -> savedByStep.remove(step.getId()));
        }
    }

    private void saveAgain(JobExecution execution) {
        // A run that was asked to stop is STOPPED at its end.
        if (execution.getStatus() == BatchStatus.STOPPING || !records.replaceUnlessOvertaken(execution)) {
            super.update(execution);
        }
    }

    @Override
    public void update(StepExecution step) {
        makeKnown(step);
        step.getExecutionContext().clearDirtyFlag();
        if (due(step)) {
            OwnRun own = own(step.getJobExecution());
            boolean begins = !savedByStep.containsKey(step.getId());
            step.setLastUpdated(now());
            if (own != null && !begins && step.getStatus() != BatchStatus.STARTED) {
                own.end(step);
            } else {
                save("save the state of the step", step.getJobExecution(), () -> save(step, begins, own));
            }
            savedByStep.put(step.getId(), new SavedStep(System.nanoTime(), BatchDocuments.state(step)));
        }
    }

    private void save(StepExecution step, boolean begins, @Nullable OwnRun own) {
        JobExecution execution = step.getJobExecution();
        if (own != null && own.phase == RunPhase.BEGINNING) {
            SentTogether.run(() -> records.saveJobExecution(execution), () -> records.saveStepExecution(step));
            own.phase = RunPhase.STORED;
        } else if (own == null && begins) {
            // Later saves see whether another process requests a stop.
            records.saveStepExecution(step);
        } else {
            if (own == null) {
                saveAgain(List.of(), step);
            } else {
                own.saveEnded(ended -> saveAgain(ended, step));
            }
            if (execution.isStopped() || execution.isStopping()) {
                super.update(step);
            }
        }
    }

    private void saveAgain(Collection<Document> ended, StepExecution step) {
        List<Document> steps = new ArrayList<>(ended);
        steps.add(BatchDocuments.document(step));
        SentTogether.run(() -> records.saveSteps(steps), () -> records.synchronizeStatus(step.getJobExecution()));
    }

    /** Saves nothing: Spring Batch updates the step before or after this, and its context is stored with it. */
    @Override
    public void updateExecutionContext(StepExecution step) {}

    /**
     * Saves nothing for a run of this process: its context is stored with it. The values are there when its first step begins,
     * or the next run finds them again if this process is killed.
     */
    @Override
    public void updateExecutionContext(JobExecution execution) {
        if (execution.getExecutionContext().isDirty() && own(execution) == null) {
            save("save the state of the run", execution, () -> super.updateExecutionContext(execution));
        }
    }

    /** Returns the run if this process executes it: another process, or a worker, has another object for it. */
    @SuppressWarnings("ReferenceEquality") // an equal one is that of a worker
    private @Nullable OwnRun own(JobExecution execution) {
        OwnRun own = ownRuns.get(execution.getId());
        return own != null && own.execution == execution ? own : null;
    }

    private static LocalDateTime now() {
        return LocalDateTime.now(ZoneId.systemDefault());
    }

    private static void makeKnown(StepExecution step) {
        if (step.getStatus() == BatchStatus.UNKNOWN) {
            step.setStatus(BatchStatus.FAILED);
        }
    }

    private void save(String doing, JobExecution execution, Runnable saving) {
        retries.run(doing, () -> {
            requireLease(execution);
            saving.run();
        });
    }

    private void requireLease(JobExecution execution) {
        plans.check(execution.getJobParameters().getString(Lease.PARAMETER));
    }

    /** A step that has ended is due if it has changed: Spring Batch saves it once more after its listeners. */
    private boolean due(StepExecution step) {
        SavedStep saved = savedByStep.get(step.getId());
        if (saved == null) {
            return true;
        }
        return step.getStatus() == BatchStatus.STARTED
                ? System.nanoTime() - saved.nanos() >= intervalNanos
                : !saved.state().equals(BatchDocuments.state(step));
    }

    /** Run that this process executes. Thread-safe. */
    private static final class OwnRun {

        private final JobExecution execution;
        private volatile RunPhase phase = RunPhase.BEGINNING;

        /** Steps as they were at their ends, by their numbers. Spring Batch changes their contexts later. */
        private final Map<Long, Document> ended = new LinkedHashMap<>();

        OwnRun(JobExecution execution) {
            this.execution = execution;
        }

        synchronized void end(StepExecution step) {
            ended.put(step.getId(), BatchDocuments.document(step));
        }

        /** Lets the steps that have ended since the last time be saved, and again the next time if that fails. */
        void saveEnded(Consumer<Collection<Document>> saving) {
            Map<Long, Document> steps = take();
            try {
                saving.accept(steps.values());
            } catch (RuntimeException e) {
                putBack(steps);
                throw e;
            }
        }

        private synchronized Map<Long, Document> take() {
            Map<Long, Document> steps = new LinkedHashMap<>(ended);
            ended.clear();
            return steps;
        }

        private synchronized void putBack(Map<Long, Document> steps) {
            steps.forEach(ended::putIfAbsent);
        }
    }

    private enum RunPhase {
        /** It is not stored yet. */
        BEGINNING,
        STORED,
        /** It has ended, and its listeners are called. */
        ENDING
    }

    /** @param state as stored, without the time of saving */
    private record SavedStep(long nanos, Document state) {}
}
