package dev.mongohaul.job.content;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.ImportPartition;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** All records of a job's input, in its order, as one reader hands them out. For one thread. */
final class InputItems implements AutoCloseable {

    private final CsvItemReader reader;

    InputItems(ImportJob job) {
        reader = job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1));
        reader.open(new ExecutionContext());
    }

    /** Null behind the last one. */
    @Nullable
    CsvItem next() throws IOException {
        CsvItem item = reader.read();
        while (item == null && reader.pausedAtByteLimit()) {
            reader.resume();
            item = reader.read();
        }
        return item;
    }

    @Override
    public void close() {
        reader.close();
    }
}
