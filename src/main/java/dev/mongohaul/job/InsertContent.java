package dev.mongohaul.job;

import com.mongodb.WriteConcern;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.job.file.TargetIndex;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedItem.MappedDocument;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.writer.delivery.DocumentJudge;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** What a job inserts, its documents as the {@code direct} writer sends them, and how. Asks no server. */
public final class InsertContent {

    private final ImportJob job;

    private InsertContent(ImportJob job) {
        this.job = job;
    }

    /**
     * The content of a job.
     *
     * @throws JobRefusedException where it does more than insert, or its input can be read only once
     */
    public static InsertContent of(ImportJob job) {
        if (!job.write().insertsOnly()) {
            throw new JobRefusedException(
                    job.name(),
                    List.of("write.operation: a job that inserts is needed here; where nothing but that is in the way,"
                            + " give operation=insert"));
        }
        if (job.inputs().isStandardInput()) {
            throw new JobRefusedException(
                    job.name(),
                    List.of("source.files: the input is read several times, which standard input cannot be:"
                            + " name files"));
        }
        return new InsertContent(job);
    }

    /** The collection's name. */
    public String collection() {
        return job.write().collection();
    }

    public boolean ordered() {
        return job.write().ordered();
    }

    public WriteConcern writeConcern() {
        return job.write().writeConcern();
    }

    /** The indexes that an import makes before the first document. */
    public List<TargetIndex> indexesBefore() {
        return job.indexes().stream().filter(TargetIndex::unique).toList();
    }

    /** All columns, in the input's order. */
    public List<ContentColumn> columns() {
        return job.mapping().places().stream()
                .map(place -> new ContentColumn(place.column(), place.type(), place.fields()))
                .toList();
    }

    /** The input's files, in the order they are read. */
    public List<Path> files() {
        return job.plannedInputs().stream().map(input -> Path.of(input.path())).toList();
    }

    /**
     * Hands out every document once, in the input's order, with ids of their own at each call.
     *
     * @return how many records became none, since they are rejects
     */
    public long each(Sink sink) throws IOException {
        DocumentMapper<RawBsonDocument> mapper =
                job.mapper(Rendering.BSON, job.generatesIds() ? GeneratedIds.of(Instant.now(), 0) : null);
        DocumentJudge judge = new DocumentJudge(job.write(), DocumentJudge.USUAL_MAX_DOCUMENT_SIZE);
        try (InputItems items = new InputItems(job)) {
            long rejected = 0;
            for (CsvItem item = items.next(); item != null; item = items.next()) {
                if (mapper.map(item) instanceof MappedDocument<RawBsonDocument> mapped && isTaken(mapped, judge)) {
                    sink.take(mapped.content());
                } else {
                    rejected++;
                }
            }
            return rejected;
        }
    }

    private static boolean isTaken(MappedDocument<RawBsonDocument> mapped, DocumentJudge judge) {
        long length = mapped.source().location().length();
        return judge.refusal(mapped.content(), length, WriteOperation.INSERT, Rendering.BSON::encode)
                .isEmpty();
    }

    /** Takes documents. */
    @FunctionalInterface
    public interface Sink {

        void take(RawBsonDocument document) throws IOException;
    }

    /**
     * A column of a job's input, in words.
     *
     * @param name in the header
     * @param type its type's word in a job file; a date's pattern and an array's element follow it
     * @param fields paths in the document, dots between nested names; none for a dropped column
     */
    public record ContentColumn(String name, String type, List<String> fields) {}

    /** All records of a job's input, in its order, as one reader hands them out. For one thread. */
    static final class InputItems implements AutoCloseable {

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
}
