package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.run.PhaseTimes;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.listener.ChunkListener;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemStream;

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
    private final ItemProcessor<CsvItem, MappedItem<D>> processor;
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
        this.processor = processor;
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
            if (processor instanceof AutoCloseable open) {
                open.close();
            }
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
            PhaseTimes.ofThread(
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
}
