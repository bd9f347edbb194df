package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mongo.RetryBudget.WaitedTime;
import dev.mongohaul.repository.PhaseTimes;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.batch.core.listener.ChunkListener;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStream;

/**
 * Adds up what the thread of a piece spends its time on, and keeps it with the step. It looks at the clock where a chunk
 * comes to its next phase, and not at each record: Spring Batch reads a whole chunk, then maps it, then writes it. Used by
 * that thread alone.
 */
final class PhaseClock<D>
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
