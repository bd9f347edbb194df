package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.mapping.MappedItem;
import java.util.function.BooleanSupplier;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.batch.infrastructure.item.ItemProcessor;

/**
 * The chunk-oriented step that reads one piece, whose chunks end at a number of bytes too.
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
                writer.pieceIsRead();
            }
        } finally {
            writer.leave();
            clock.update(step.getExecutionContext());
        }
    }
}
