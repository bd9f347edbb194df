package dev.mongohaul.job.worker;

import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.broker.PartitionQueue;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.run.ImportMeters;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.job.step.PartitionSharing;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.claim.Claims;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.worker.WorkerStore;
import dev.mongohaul.text.ProgramVersion;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.springframework.batch.core.partition.PartitionHandler;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * Distribution of partitions to workers on several machines. Without a {@link PartitionQueue} bean, all partitions are
 * imported by the process that plans the import.
 */
public final class Distribution implements PartitionSharing, DisposableBean {

    /** Property for tests: only workers import, and the manager does not. */
    private static final String WORKERS_ONLY = "mongohaul.test.workers-only";

    private final ObjectProvider<PartitionQueue> queue;
    private final ObjectProvider<BatchJobFactory> jobs;
    private final WorkerStore workers;
    private final ImportPlans plans;
    private final RepositoryProperties properties;
    private final ImportProperties limits;
    private final BrokerProperties broker;
    private final Supplier<WorkMeters> meters;
    private final ImportMeters importMeters;
    private final boolean workersOnly;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, task -> {
        Thread thread = new Thread(task, "claim-renewal");
        thread.setDaemon(true);
        return thread;
    });

    Distribution(
            ObjectProvider<PartitionQueue> queue,
            ObjectProvider<BatchJobFactory> jobs,
            WorkerStore workers,
            ImportPlans plans,
            RepositoryProperties properties,
            ImportProperties limits,
            BrokerProperties broker,
            ObjectProvider<MeterRegistry> registry,
            ObjectProvider<ImportMeters> importMeters,
            Environment environment) {
        this.queue = queue;
        this.jobs = jobs;
        this.workers = workers;
        this.plans = plans;
        this.properties = properties;
        this.limits = limits;
        this.broker = broker;
        this.meters = SingletonSupplier.of(() -> new WorkMeters(registry.getIfAvailable(CompositeMeterRegistry::new)));
        this.importMeters = importMeters.getIfAvailable(() -> ImportMeters.NONE);
        this.workersOnly = environment.getProperty(WORKERS_ONLY, Boolean.class, false);
    }

    @Override
    public boolean shares(ImportJob job) {
        return job.gridSize() > 1 && queue.getIfAvailable() != null;
    }

    @Override
    public PartitionHandler handler(ImportRun run) {
        return new InvitedPartitions(
                run,
                jobs.getObject(),
                queue.getObject(),
                worker(InputMap.SAME, Map.of()),
                claims(),
                meters.get(),
                workersOnly ? 0 : run.job().threads());
    }

    /**
     * Works on the partitions of any import until the result is closed.
     *
     * @param threads number of partitions at the same time
     * @param inputMap where the inputs of other machines are on this one
     * @param environment variables that job files can name
     * @throws BrokerException if the broker does not answer, or refuses
     */
    public WorkerThreads work(int threads, InputMap inputMap, Map<String, String> environment) {
        queue.getObject().connect();
        return WorkerThreads.start(worker(inputMap, environment), queue.getObject(), workers, threads, meters.get());
    }

    private PartitionWorker worker(InputMap inputMap, Map<String, String> environment) {
        ImportJobs imports = new ImportJobs(
                InputStream.nullInputStream(),
                limits,
                inputMap.confine(limits.inputRules()).confinedRemotely(),
                Path.of(""));
        return new PartitionWorker(
                jobs.getObject(),
                claims(),
                imports,
                inputMap,
                environment,
                ProgramVersion.read(),
                meters.get(),
                importMeters);
    }

    private Claims claims() {
        return new Claims(
                plans.partitions(),
                plans,
                Lease.ofThisProcess().owner(),
                properties.lease(),
                broker.ttl(),
                timer,
                System::nanoTime);
    }

    @Override
    public void destroy() {
        timer.shutdownNow();
    }
}
