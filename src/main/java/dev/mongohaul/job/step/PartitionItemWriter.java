package dev.mongohaul.job.step;

import dev.mongohaul.mapping.MappedItem;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ItemStream;
import org.springframework.batch.infrastructure.item.ItemWriter;

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
