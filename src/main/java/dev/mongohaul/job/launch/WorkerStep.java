package dev.mongohaul.job.launch;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.MappedItem.UnmappedRecord;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.Reject.RejectReason;
import dev.mongohaul.reject.Reject.RejectStage;
import dev.mongohaul.reject.Reject.RejectedCell;
import dev.mongohaul.reject.Reject.RejectedRecord;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Run.PhaseTimes;
import dev.mongohaul.writer.delivery.WriteItem.Outcome;
import dev.mongohaul.writer.delivery.WriteTarget.SendThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.listener.ChunkListener;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.core.partition.PartitionHandler;
import org.springframework.batch.core.partition.StepExecutionSplitter;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemStream;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Chunk-oriented step that reads and writes one partition, with chunks limited by bytes too.
 *
 * <p>Spring Batch limits chunks by the number of items only, and takes the reader's first {@code null} for the end. So
 * a reader that has returned enough bytes returns {@code null}, the chunk is written, and the step is opened again for
 * the rest: a chunk of large records cannot exhaust the memory.
 */
public final class WorkerStep<D> extends ChunkOrientedStep<CsvItem, MappedItem<D>> {

    private final CsvItemReader reader;
    private final PartitionItemWriter<D> writer;
    private final PhaseClock<D> clock = new PhaseClock<>();

    public WorkerStep(
            String name,
            int chunkSize,
            CsvItemReader reader,
            ItemProcessor<CsvItem, MappedItem<D>> processor,
            PartitionItemWriter<D> writer,
            JobRepository jobRepository) {
        super(name, chunkSize, reader, writer, jobRepository);
        this.reader = reader;
        this.writer = writer;
        setItemProcessor(processor);
        registerChunkListener(clock);
        registerItemWriteListener(clock);
        registerItemStream(clock);
    }

    /**
     * Initializes the step, and makes it stop at the next chunk when requested. An interruption of the thread counts as
     * a request, since Spring Batch would call the step completed. Its flag is cleared, since the driver would refuse
     * to save the step.
     */
    public Step ready(BooleanSupplier stopRequested) {
        setInterruptionPolicy(step -> {
            if (Thread.interrupted() || stopRequested.getAsBoolean()) {
                step.setTerminateOnly();
            }
            if (step.isTerminateOnly()) {
                throw new JobInterruptedException("stop requested");
            }
            clock.enter(PhaseClock.Phase.READING);
        });
        try {
            afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("Step %s is incomplete".formatted(getName()), e);
        }
        return this;
    }

    @Override
    protected void doExecute(StepExecution step) throws Exception {
        writer.countInto(step);
        clock.begin();
        try {
            super.doExecute(step);
            while (reader.pausedAtByteLimit() && !step.isTerminateOnly()) {
                reader.resume();
                open(step.getExecutionContext());
                super.doExecute(step);
            }
            if (!step.isTerminateOnly()) {
                writer.partitionIsRead();
            }
        } finally {
            writer.leave();
            clock.update(step.getExecutionContext());
        }
    }

    /**
     * Clock that adds up the time of a partition's thread by phase, and stores it with the step. It is read when a
     * chunk enters its next phase, since Spring Batch reads a whole chunk, then maps it, then writes it. Not
     * thread-safe.
     */
    private static final class PhaseClock<D>
            implements ChunkListener<CsvItem, MappedItem<D>>, ItemWriteListener<MappedItem<D>>, ItemStream {

        private enum Phase {
            READING,
            MAPPING,
            WRITING
        }

        private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
        private Phase current = Phase.READING;
        private long waitedNanos;
        private long sinceNanos;
        private long waitedSinceNanos;

        void begin() {
            sinceNanos = System.nanoTime();
            waitedSinceNanos = RetryBudget.nanosWaitedByThisThread();
            current = Phase.READING;
        }

        @Override
        public void beforeChunk(Chunk<CsvItem> chunk) {
            enter(Phase.MAPPING);
        }

        @Override
        public void beforeWrite(Chunk<? extends MappedItem<D>> chunk) {
            enter(Phase.WRITING);
        }

        @Override
        public void update(ExecutionContext context) {
            enter(Phase.WRITING);
            new PhaseTimes(
                            spentOn(Phase.READING),
                            spentOn(Phase.MAPPING),
                            spentOn(Phase.WRITING),
                            Duration.ofNanos(waitedNanos))
                    .putInto(context);
        }

        void enter(Phase next) {
            long now = System.nanoTime();
            long waited = RetryBudget.nanosWaitedByThisThread();
            nanos.merge(current, now - sinceNanos - (waited - waitedSinceNanos), Long::sum);
            waitedNanos += waited - waitedSinceNanos;
            current = next;
            sinceNanos = now;
            waitedSinceNanos = waited;
        }

        private Duration spentOn(Phase phase) {
            return Duration.ofNanos(nanos.getOrDefault(phase, 0L));
        }
    }

    /**
     * Writer of a partition's records, which also updates the counters of the step.
     *
     * <p>Lifecycle: {@link #countInto} first, then any number of chunks, {@link #partitionIsRead} after the last one,
     * and {@link #leave} however the step ended, all on the step's thread.
     *
     * @param <D> type of the rendered documents
     */
    public interface PartitionItemWriter<D> extends ItemWriter<MappedItem<D>>, ItemStream {

        void countInto(StepExecution execution);

        /** Called when the partition is read to its end. */
        void partitionIsRead();

        /** Called last, when the step has ended. */
        void leave();
    }

    /**
     * Factory of rejects. Thread-safe.
     *
     * @param inputs files of the records
     */
    public record RejectMaker(Inputs inputs) {

        /** Returns the reject of a record that became no document. */
        public Reject of(UnmappedRecord<?> record) {
            RejectedCell cell = record.column() == 0
                    ? null
                    : new RejectedCell(record.column(), record.columnName(), record.value());
            RejectStage stage = RejectStage.valueOf(record.stage().name());
            return new Reject(located(record.source()), RejectReason.of(stage, record.reason(), cell));
        }

        /** Returns the reject of a document that the server, or a check before sending, rejected. */
        public Reject of(CsvItem source, Outcome outcome) {
            RejectReason reason = switch (outcome.code()) {
                case Outcome.NOT_ASKED -> RejectReason.of(RejectStage.UNMAPPABLE, outcome.message(), null);
                case Outcome.UNMATCHED -> RejectReason.of(RejectStage.UNMATCHED, outcome.message(), null);
                default -> RejectReason.refused(outcome.code(), outcome.message());
            };
            return new Reject(located(source), reason);
        }

        private RejectedRecord located(CsvItem source) {
            return RejectedRecord.of(
                    source, inputs.list().get(source.location().input()).name());
        }
    }

    /**
     * Runner of the worker steps, one for each unfinished partition. It waits for all of them in any case: a partition
     * that still writes after its import has ended would interfere with the next one.
     *
     * <p>The partitions were cut by this run for its grid size. Spring Batch's own splitter would take the grid size of
     * the first run, and refuse partitions of a killed process.
     */
    record PartitionRunner(
            ImportRun run, JobRepository repository, BiFunction<ImportPartition, SendThreads, Step> steps)
            implements PartitionHandler, StepExecutionSplitter {

        /** Smallest number of documents for which an additional command is worth its cost. */
        private static final int SMALLEST_PART = 250;

        @Override
        public Collection<StepExecution> handle(StepExecutionSplitter splitter, StepExecution manager)
                throws JobExecutionException {
            int count = run.job().threads();
            Collection<StepExecution> executions =
                    splitter.split(manager, run.job().gridSize());
            Map<String, ImportPartition> partitions =
                    run.plan().partitions().stream().collect(Collectors.toMap(Run::stepOf, Function.identity()));
            ExecutorService threads = Executors.newFixedThreadPool(count, new CustomizableThreadFactory("partition-"));
            SendThreads idle =
                    new SendThreads(threads, Math.max(1, count / Math.max(1, executions.size())), SMALLEST_PART);
            try {
                List<Future<?>> ends = new ArrayList<>();
                for (StepExecution execution : executions) {
                    ImportPartition partition = Objects.requireNonNull(partitions.get(execution.getStepName()));
                    ends.add(threads.submit(() -> read(partition, idle, execution)));
                }
                ends.forEach(this::await);
            } finally {
                threads.shutdown();
            }
            return executions;
        }

        private void read(ImportPartition partition, SendThreads idle, StepExecution execution) {
            try {
                steps.apply(partition, idle).execute(execution);
            } catch (Exception e) {
                execution.addFailureException(e);
                execution.setStatus(BatchStatus.FAILED);
            }
            if (execution.getStatus().isUnsuccessful()) {
                run.fail(execution.getFailureExceptions().stream()
                        .findFirst()
                        .orElseGet(() -> new IllegalStateException(partition + " failed without a reason")));
            }
        }

        /** Waits for a partition. An interruption requests a stop of all partitions, and the wait continues. */
        private void await(Future<?> end) {
            boolean interrupted = false;
            while (true) {
                try {
                    end.get();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                    run.monitor().requestStop();
                } catch (ExecutionException e) {
                    run.fail(e.getCause() == null ? e : e.getCause());
                    break;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public String getStepName() {
            return Run.IMPORT_STEP;
        }

        /**
         * Returns the executions in the order of the input. The grid size limits how many run at a time and is not used
         * here.
         */
        @Override
        public Set<StepExecution> split(StepExecution manager, int gridSize) {
            Set<StepExecution> executions = new LinkedHashSet<>();
            for (ImportPartition partition : run.plan().partitions()) {
                if (!partition.finished()) {
                    executions.add(repository.createStepExecution(Run.stepOf(partition), manager.getJobExecution()));
                }
            }
            return executions;
        }
    }
}
