package dev.mongohaul.job;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.mapping.FilteredRecord;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.CsvHead;
import dev.mongohaul.writer.delivery.DocumentJudge;
import dev.mongohaul.writer.send.WriteOperation;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;

/** Documents that a job writes, with their operations, as the {@code direct} writer sends them. Asks no server. */
public final class WriteContent {

    private WriteContent() {}

    /**
     * Passes every document to the sink, in the input's order, with new ids at each call.
     *
     * @return the number of rejects
     */
    public static long each(ImportJob job, Sink sink) throws IOException {
        Instant now = Instant.now();
        ItemProcessor<CsvItem, MappedItem<RawBsonDocument>> mapper = job.mapper(
                Rendering.BSON,
                job.generatesIds() ? GeneratedIds.of(now, 0) : null,
                now,
                ImportOrigin.placeholder(job.addresses()));
        RecordOperations operations = job.operations();
        DocumentJudge judge = new DocumentJudge(job.write(), DocumentJudge.USUAL_MAX_DOCUMENT_SIZE);
        try (InputItems items = new InputItems(job)) {
            long rejected = 0;
            for (CsvItem item = items.next(); item != null; item = items.next()) {
                MappedItem<RawBsonDocument> made = map(mapper, item);
                if (made instanceof MappedDocument<RawBsonDocument> mapped
                        && isTaken(mapped, operations.of(mapped.source()), judge)) {
                    sink.take(operations.of(mapped.source()), mapped.content());
                } else if (!(made instanceof FilteredRecord)) {
                    rejected++;
                }
            }
            return rejected;
        }
    }

    private static MappedItem<RawBsonDocument> map(
            ItemProcessor<CsvItem, MappedItem<RawBsonDocument>> mapper, CsvItem item) throws IOException {
        try {
            return Objects.requireNonNull(mapper.process(item));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static boolean isTaken(
            MappedDocument<RawBsonDocument> mapped, WriteOperation operation, DocumentJudge judge) {
        long length = mapped.source().location().length();
        return judge.refusal(mapped.content(), length, operation, Rendering.BSON::encode)
                .isEmpty();
    }

    /**
     * Writes a file that the same job reads: the header, and the first records byte for byte, of all inputs together.
     *
     * @param records at most
     */
    public static void copyHead(ImportJob job, long records, Path file) throws IOException {
        CsvHead head = job.head();
        try (InputItems items = new InputItems(job);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            out.write(head.bytes().getData());
            long copied = 0;
            for (CsvItem item = items.next(); item != null && copied < records; item = items.next()) {
                out.write(item.toByteArray());
                out.write(head.lineEnd().getData());
                copied++;
            }
            if (head.end() != null) {
                out.write(head.end().getData());
            }
        }
    }

    /** Takes documents and their operations. */
    @FunctionalInterface
    public interface Sink {

        void take(WriteOperation operation, RawBsonDocument document) throws IOException;
    }

    /** Records of a job's input, in its order. For one thread. */
    private static final class InputItems implements AutoCloseable {

        private final CsvItemReader reader;

        InputItems(ImportJob job) {
            reader = job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1));
            reader.open(new ExecutionContext());
        }

        /** Returns null after the last record. */
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
}
