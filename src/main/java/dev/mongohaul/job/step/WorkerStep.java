package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mongo.WaitedTime;
import dev.mongohaul.repository.Run.PhaseTimes;
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
import org.springframework.batch.infrastructure.item.ItemWriter;

/**
 * The chunk-oriented step that reads one partition, whose chunks end at a number of bytes too.
 *
 * <p>Spring Batch knows chunks of a fixed number of items alone, and takes the reader's first {@code null} for the end.
 * So a reader that has handed out enough bytes says {@code null}, the chunk is written, and the step is opened anew for
 * the rest: a chunk of large records cannot fill the memory. What its time is spent on is kept in its context.
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
     * Completes the step, which ends at the next chunk when asked to. An interrupted thread counts as being asked: Spring
     * Batch would end the loop and call the step completed. The flag is cleared since the driver refuses to save the
     * step otherwise.
     */
    public Step ready(BooleanSupplier stopRequested) {
        setInterruptionPolicy(step -> {
            if (Thread.interrupted() || stopRequested.getAsBoolean()) {
                step.setTerminateOnly();
            }
            if (step.isTerminateOnly()) {
                throw new JobInterruptedException("stop requested");
            }
            clock.nextChunk();
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
     * Adds up what the thread of a partition spends its time on, and keeps it with the step. It looks at the clock where a chunk
     * comes to its next phase, and not at each record: Spring Batch reads a whole chunk, then maps it, then writes it. Used by
     * that thread alone.
     */
    static final class PhaseClock<D>
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

        /** The step begins, on this thread. */
        void begin() {
            sinceNanos = System.nanoTime();
            waitedSinceNanos = WaitedTime.nanosOfThisThread();
            current = Phase.READING;
        }

        /** What was begun with the last chunk is done. */
        void nextChunk() {
            enter(Phase.READING);
        }

        /** A chunk is read. */
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
            times().putInto(context);
        }

        private void enter(Phase next) {
            long now = System.nanoTime();
            long waited = WaitedTime.nanosOfThisThread();
            nanos.merge(current, now - sinceNanos - (waited - waitedSinceNanos), Long::sum);
            waitedNanos += waited - waitedSinceNanos;
            current = next;
            sinceNanos = now;
            waitedSinceNanos = waited;
        }

        private PhaseTimes times() {
            return new PhaseTimes(
                    spentOn(Phase.READING), spentOn(Phase.MAPPING), spentOn(Phase.WRITING), Duration.ofNanos(waitedNanos));
        }

        private Duration spentOn(Phase phase) {
            return Duration.ofNanos(nanos.getOrDefault(phase, 0L));
        }
    }

    /**
     * Takes what became of a partition's records, and keeps the step's counters true.
     *
     * <p>Lifecycle: {@link #countInto} first, then any number of chunks, {@link #partitionIsRead} where none is left, and {@link
     * #leave} however the step ended. All on the step's thread.
     *
     * @param <D> what documents are rendered as
     */
    public interface PartitionItemWriter<D> extends ItemWriter<MappedItem<D>>, ItemStream {

        /** Names the execution whose counters are to be kept. */
        void countInto(StepExecution execution);

        /** Nothing is left to read in the partition. */
        void partitionIsRead();

        /** The step has ended; called last. */
        void leave();
    }
}
