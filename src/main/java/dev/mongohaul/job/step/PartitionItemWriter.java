package dev.mongohaul.job.step;

import dev.mongohaul.mapping.MappedItem;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ItemStream;
import org.springframework.batch.infrastructure.item.ItemWriter;

/**
 * Takes what became of a piece's records, and keeps the step's counters true.
 *
 * <p>Lifecycle: {@link #countInto} first, then any number of chunks, {@link #pieceIsRead} where none is left, and {@link
 * #leave} however the step ended. All on the step's thread.
 *
 * @param <D> what documents are rendered as
 */
public interface PartitionItemWriter<D> extends ItemWriter<MappedItem<D>>, ItemStream {

    /** Names the execution whose counters are to be kept. */
    void countInto(StepExecution execution);

    /** Nothing is left to read in the piece. */
    void pieceIsRead();

    /** The step has ended; called last. */
    void leave();
}
