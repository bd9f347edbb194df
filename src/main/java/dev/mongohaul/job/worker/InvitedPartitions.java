package dev.mongohaul.job.worker;

import dev.mongohaul.broker.BrokerException;
import dev.mongohaul.broker.PartitionQueue;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.repository.claim.Claims;
import dev.mongohaul.repository.claim.PartitionLease;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.Progress;
import dev.mongohaul.repository.run.BatchCounts;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.partition.PartitionHandler;
import org.springframework.batch.core.partition.StepExecutionSplitter;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Manager of an import whose partitions workers on several machines import. It invites workers to the partitions by a queue,
 * watches their progress in MongoDB, and works on partitions itself.
 *
 * <p>MongoDB is the only truth: the import ends when all partitions are finished there. If the broker is away, this
 * process imports the rest alone.
 */
final class InvitedPartitions implements PartitionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(InvitedPartitions.class);
    private static final long POLL_MILLIS = 500;
    private static final int MOST_OPEN_INVITATIONS = 64;
    private static final Duration LONGEST_STOP = Duration.ofSeconds(20);

    private final ImportRun run;
    private final BatchJobFactory jobs;
    private final PartitionQueue queue;
    private final PartitionWorker worker;
    private final Claims claims;
    private final WorkMeters meters;
    private final int ownThreads;
    private final CountDownLatch over = new CountDownLatch(1);

    /** Has a permit for each thread of this process that finds no partition after it has imported some. */
    private final Semaphore waiting = new Semaphore(0);

    private boolean brokerAway;

    /** @param ownThreads number of partitions that this process imports at the same time; 0 if only workers import */
    InvitedPartitions(
            ImportRun run,
            BatchJobFactory jobs,
            PartitionQueue queue,
            PartitionWorker worker,
            Claims claims,
            WorkMeters meters,
            int ownThreads) {
        this.run = run;
        this.jobs = jobs;
        this.queue = queue;
        this.worker = worker;
        this.claims = claims;
        this.meters = meters;
        this.ownThreads = ownThreads;
    }

    @Override
    public Collection<StepExecution> handle(StepExecutionSplitter splitter, StepExecution manager)
            throws JobExecutionException {
        run.begins();
        run.sends();
        ExecutorService threads = work();
        boolean interrupted = false;
        try {
            Inviter inviter =
                    new Inviter(run.plan().key(), runNumber(), claims.duration(), System::nanoTime, this::send);
            while (!look(inviter) && !run.ending()) {
                interrupted |= pause();
            }
            if (run.ending()) {
                stop();
            }
            jobs.plans().partitions().close(run.plan().key(), runNumber());
        } finally {
            over.countDown();
            interrupted |= end(threads);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        JobExecution stored = SentTogether.result(
                () -> Objects.requireNonNull(jobs.repository()
                        .getLastJobExecution(manager.getJobExecution().getJobInstance())),
                () -> run.lease().confirm(),
                () -> run.prepared(jobs.plans().find(run.plan().key()).orElseThrow()));
        if (run.failure().isPresent()) {
            throw new JobExecutionException("The partitions failed");
        }
        if (!run.plan().partitions().stream().allMatch(ImportPartition::finished)) {
            throw new JobInterruptedException("stop requested");
        }
        return steps(manager.getJobExecution(), stored);
    }

    private long runNumber() {
        return Objects.requireNonNull(run.plan().cut()).run();
    }

    /** Starts the threads that claim partitions for this process, the last ones first. */
    private ExecutorService work() {
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.max(1, ownThreads), new CustomizableThreadFactory("partition-"));
        WorkedImport work = WorkedImport.of(run.plan(), run.job(), run.meter(), run.comparing());
        for (int thread = 0; thread < ownThreads; thread++) {
            threads.execute(() -> {
                try {
                    while (!ending()) {
                        if (workOn(work)) {
                            waiting.release();
                        }
                        if (over.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                            return;
                        }
                    }
                } catch (UnfitException e) {
                    run.fail(new ImportFailedException(Objects.requireNonNull(e.getMessage())));
                } catch (InterruptedException e) {
                    run.monitor().requestStop();
                } catch (RuntimeException e) {
                    run.fail(Failures.cause(e));
                }
            });
        }
        return threads;
    }

    /** Imports partitions until none can be claimed; returns whether one could. */
    private boolean workOn(WorkedImport work) {
        boolean worked = false;
        while (!ending()) {
            work.requireFit();
            Optional<PartitionLease> lease = claims.claimAny(run.plan().key(), runNumber());
            if (lease.isEmpty()) {
                break;
            }
            worker.write(work, lease.get(), this::ending);
            worked = true;
        }
        return worked;
    }

    private boolean ending() {
        return over.getCount() == 0 || run.ending();
    }

    /**
     * Reads the progress, and invites workers to partitions without an owner; returns whether all are finished.
     *
     * @throws LeaseLostException if another process may have taken the import over, and have removed these partitions
     */
    private boolean look(Inviter inviter) {
        run.lease().check();
        Progress progress = jobs.plans().partitions().progress(run.plan().key(), runNumber(), MOST_OPEN_INVITATIONS);
        run.monitor().reached(progress.bytes(), progress.counts());
        run.limitExceeded(progress.counts(), progress.bytes(), false).ifPresent(run::fail);
        if (progress.failed() != null) {
            run.fail(new ImportFailedException(Inviter.failure(progress.failed())));
        }
        if (!run.ending()) {
            inviter.invite(progress.waiting());
        }
        return progress.unfinished() == 0;
    }

    private boolean send(Invitation invitation, boolean again) {
        try {
            queue.send(invitation.text());
            meters.invited(again);
            brokerAway = false;
            return true;
        } catch (BrokerException e) {
            if (!brokerAway) {
                LOG.warn("{}; this process goes on alone until the broker is back", e.getMessage());
            }
            meters.brokerAway();
            brokerAway = true;
            return false;
        }
    }

    /** Asks the workers to stop after their chunks in flight, and waits for them. */
    private void stop() {
        if (run.failure().isPresent()) {
            return;
        }
        jobs.plans().requestStop(run.plan().key(), run.lease().lease());
        long end = System.nanoTime() + LONGEST_STOP.toNanos();
        while (System.nanoTime() < end
                && jobs.plans()
                                .partitions()
                                .progress(run.plan().key(), runNumber(), 0)
                                .claimed()
                        > 0) {
            if (pause()) {
                Thread.interrupted();
            }
        }
    }

    /**
     * Waits, not longer than until a thread of this process has found no partition. Returns whether the wait was interrupted,
     * which requests a stop.
     */
    private boolean pause() {
        try {
            if (waiting.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                waiting.drainPermits();
            }
            return false;
        } catch (InterruptedException e) {
            run.monitor().requestStop();
            return true;
        }
    }

    private static boolean end(ExecutorService threads) {
        boolean interrupted = false;
        threads.shutdown();
        while (true) {
            try {
                if (threads.awaitTermination(1, TimeUnit.MINUTES)) {
                    return interrupted;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /**
     * Returns the steps of the partitions. One that its former owner has saved again, after its successor was done, is
     * corrected.
     */
    private Collection<StepExecution> steps(JobExecution execution, JobExecution stored) {
        List<StepExecution> steps =
                new BatchCounts(jobs.repository()).correct(execution, stored.getStepExecutions(), run.plan());
        for (StepExecution step : steps) {
            if (step.getStatus() != BatchStatus.COMPLETED) {
                step.setStatus(BatchStatus.COMPLETED);
                step.setExitStatus(ExitStatus.COMPLETED);
                jobs.repository().update(step);
            }
        }
        run.worked(steps);
        return Set.copyOf(steps);
    }
}
