package dev.mongohaul.job;

import com.mongodb.WriteConcern;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.job.file.Target.TargetIndex;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedItem.MappedDocument;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.layout.Layout;
import dev.mongohaul.repository.ImportPlan.CsvHead;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
import dev.mongohaul.writer.delivery.DocumentJudge;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** Documents that a job inserts, as the {@code direct} writer sends them. Asks no server. */
public final class InsertContent {

    private final ImportJob job;

    private InsertContent(ImportJob job) {
        this.job = job;
    }

    /**
     * Returns the content of a job.
     *
     * @throws JobRefusedException if the job does more than insert, or its input can be read only once
     */
    public static InsertContent of(ImportJob job) {
        if (!job.write().insertsOnly()) {
            throw new JobRefusedException(
                    job.name(),
                    List.of("write.operation: a job that inserts is needed here; where nothing but that is in the"
                            + " way, give operation=insert"));
        }
        if (job.inputs().isStandardInput()) {
            throw new JobRefusedException(
                    job.name(),
                    List.of(
                            "source.files: the input is read several times, which standard input cannot be: name files"));
        }
        return new InsertContent(job);
    }

    public String collection() {
        return job.write().collection();
    }

    public boolean ordered() {
        return job.write().ordered();
    }

    public WriteConcern writeConcern() {
        return job.write().writeConcern();
    }

    /** Returns the indexes that an import makes before the first document. */
    public List<TargetIndex> indexesBefore() {
        return job.indexes().stream().filter(TargetIndex::unique).toList();
    }

    /** Returns all columns, in the input's order. */
    public List<ContentColumn> columns() {
        return job.mapping().places().stream()
                .map(place -> new ContentColumn(place.column(), place.type(), place.fields()))
                .toList();
    }

    /** Returns the input's files, in the order they are read. */
    public List<Path> files() {
        return job.plannedInputs().stream().map(input -> Path.of(input.path())).toList();
    }

    /**
     * Passes every document to the sink, in the input's order, with new ids at each call.
     *
     * @return the number of rejects
     */
    public long each(Sink sink) throws IOException {
        DocumentMapper<RawBsonDocument> mapper =
                job.mapping().to(Rendering.BSON, job.generatesIds() ? GeneratedIds.of(Instant.now(), 0) : null);
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

    /** Takes documents. */
    @FunctionalInterface
    public interface Sink {

        void take(RawBsonDocument document) throws IOException;
    }

    /** Column of a job's input, as {@link Layout.ColumnPlace} describes it. */
    public record ContentColumn(String name, String type, List<String> fields) {}

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
