package dev.mongohaul.job.worker;

import dev.mongohaul.broker.PartitionQueue;
import dev.mongohaul.broker.QueueReceiver;
import dev.mongohaul.broker.ReceivedMessage;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.worker.StoredWorker;
import dev.mongohaul.repository.worker.WorkerStore;
import dev.mongohaul.text.ProgramVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Threads of a worker process, each of which imports one partition at a time, until {@link #close}. Partitions in work are
 * then given back after the chunk in flight.
 */
public final class WorkerThreads implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int SECONDS_TO_END = 28;
    private static final int REFRESHES_PER_BEAT = 5;

    private final PartitionWorker worker;
    private final PartitionQueue queue;
    private final WorkerStore store;
    private final int count;
    private final ExecutorService threads;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final String id = UUID.randomUUID().toString();
    private final Lease self = Lease.ofThisProcess();
    private final Instant since = Instant.now();
    private final AtomicInteger busy = new AtomicInteger();
    private volatile @Nullable String unfit;
    private volatile boolean stopping;
    private int refreshes;

    private WorkerThreads(
            PartitionWorker worker, PartitionQueue queue, WorkerStore store, int count, WorkMeters meters) {
        this.worker = worker;
        this.queue = queue;
        this.store = store;
        this.count = count;
        meters.threads(count, busy::get);
        this.threads = Executors.newFixedThreadPool(count, new CustomizableThreadFactory("partition-"));
    }

    /**
     * Starts to work.
     *
     * @param count number of threads
     */
    static WorkerThreads start(
            PartitionWorker worker, PartitionQueue queue, WorkerStore store, int count, WorkMeters meters) {
        WorkerThreads made = new WorkerThreads(worker, queue, store, count, meters);
        store.removeUnseen();
        made.beat();
        var unused = made.clock.scheduleWithFixedDelay(made::refresh, 1, 1, TimeUnit.SECONDS);
        for (int thread = 0; thread < count; thread++) {
            made.threads.execute(made::work);
        }
        return made;
    }

    private void work() {
        try (QueueReceiver receiver = queue.receiver()) {
            while (!stopping) {
                receiver.receive(POLL).ifPresent(received -> handle(receiver, received));
            }
        }
    }

    private void handle(QueueReceiver receiver, ReceivedMessage received) {
        boolean again = true;
        busy.incrementAndGet();
        try {
            again = stopping || worker.handle(received).again();
            unfit = null;
        } catch (UnfitException e) {
            if (!Objects.equals(e.getMessage(), unfit)) {
                LOG.warn("This worker cannot work on an import: {}", e.getMessage());
                unfit = e.getMessage();
                saveBeat();
            }
        } catch (Throwable e) {
            LOG.warn("A partition could not be begun: {}", Failures.describe(Failures.cause(e)));
        } finally {
            busy.decrementAndGet();
            if (!again) {
                receiver.commit();
            } else if (stopping) {
                receiver.passOn();
            } else {
                receiver.rollBack();
            }
        }
    }

    private void refresh() {
        try {
            worker.refresh();
            if (++refreshes % REFRESHES_PER_BEAT == 0) {
                beat();
            }
        } catch (Throwable e) {
            LOG.debug("The state of the imports could not be read", e);
        }
    }

    private void saveBeat() {
        try {
            beat();
        } catch (RuntimeException e) {
            LOG.debug("The worker could not be saved", e);
        }
    }

    private void beat() {
        store.save(new StoredWorker(
                id, self.host(), self.pid(), ProgramVersion.read(), count, since, null, busy.get(), unfit));
    }

    @Override
    public void close() {
        stopping = true;
        worker.stop();
        threads.shutdown();
        clock.shutdownNow();
        try {
            if (!threads.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS)) {
                LOG.warn(
                        "Chunks in flight did not end in {} s; another worker continues their partitions",
                        SECONDS_TO_END);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            store.remove(id);
        } catch (RuntimeException e) {
            LOG.debug("The worker was not removed from the list", e);
        }
    }
}
