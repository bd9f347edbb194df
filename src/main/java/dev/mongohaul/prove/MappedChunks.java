package dev.mongohaul.prove;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.repository.partition.ImportPartition;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;

/** Records of a range of an input, mapped as an import maps them, chunk by chunk. For one thread. */
final class MappedChunks<D> implements AutoCloseable {

    private static final int MOST_RECORDS = 2_000;

    private final CsvItemReader reader;
    private final ItemProcessor<CsvItem, MappedItem<D>> mapper;
    private final int most;
    private boolean more = true;

    MappedChunks(Subject subject, Rendering<D> rendering, ReadRange range) {
        ImportJob job = subject.job();
        this.reader = job.reader(ImportPartition.untouched(range.from(), range.to(), range.startLine()));
        this.mapper = job.mapper(rendering, subject.idsOrPlaceholder(), subject.created(), subject.origin());
        this.most = Math.min(MOST_RECORDS, job.file().write().chunkSize());
        reader.open(new ExecutionContext());
    }

    /** Returns the next chunk; none at the end of the range. */
    List<MappedItem<D>> next() {
        List<MappedItem<D>> chunk = new ArrayList<>();
        try {
            while (more && chunk.isEmpty()) {
                more = read(chunk);
            }
            return chunk;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw InputException.unread(e);
        }
    }

    /** Reads a chunk; returns whether the range may have another one. */
    private boolean read(List<MappedItem<D>> chunk) throws Exception {
        while (chunk.size() < most) {
            CsvItem item = reader.read();
            if (item == null) {
                boolean paused = reader.pausedAtByteLimit();
                if (paused) {
                    reader.resume();
                }
                return paused;
            }
            MappedItem<D> mapped = mapper.process(item);
            if (mapped != null) {
                chunk.add(mapped);
            }
        }
        return true;
    }

    @Override
    public void close() {
        reader.close();
        if (mapper instanceof AutoCloseable open) {
            try {
                open.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
