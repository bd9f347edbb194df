package dev.mongohaul.job;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.CsvHead;
import dev.mongohaul.writer.delivery.DocumentJudge;
import dev.mongohaul.writer.delivery.WriteOperation;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** Documents that a job writes, with their operations, as the {@code direct} writer sends them. Asks no server. */
public final class WriteContent {

    private final ImportJob job;

    private WriteContent(ImportJob job) {
        this.job = job;
    }

    /**
     * Returns the content of a job.
     *
     * @throws JobRefusedException if its input can be read only once
     */
    public static WriteContent of(ImportJob job) {
        if (job.inputs().isStandardInput()) {
            throw new JobRefusedException(
                    job.name(),
                    List.of(
                            "source.files: the input is read several times, which standard input cannot be: name files"));
        }
        return new WriteContent(job);
    }

    public String collection() {
        return job.write().collection();
    }

    public WriteSettings settings() {
        return job.write();
    }

    /**
     * Returns the indexes of the collection before the first document. A collection whose documents are changed has all
     * indexes of the job, except for those by which documents expire, and one on the fields that find a document.
     */
    public List<TargetIndex> indexesBefore() {
        if (settings().insertsOnly()) {
            return job.indexes().stream().filter(TargetIndex::unique).toList();
        }
        List<TargetIndex> indexes = new ArrayList<>(job.indexes().stream()
                .filter(index -> index.expireAfter() == null)
                .toList());
        if (!settings().matchesById()) {
            TargetIndex ofMatch = TargetIndex.on(settings().match(), job.needsUniqueMatch());
            indexes.removeIf(index -> index.keys().equals(ofMatch.keys()) && !index.unique());
            if (indexes.stream().noneMatch(index -> index.keys().equals(ofMatch.keys()))) {
                indexes.add(ofMatch);
            }
        }
        return indexes;
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
        RecordOperations operations = job.operations();
        DocumentJudge judge = new DocumentJudge(job.write(), DocumentJudge.USUAL_MAX_DOCUMENT_SIZE);
        try (InputItems items = new InputItems(job)) {
            long rejected = 0;
            for (CsvItem item = items.next(); item != null; item = items.next()) {
                if (operations.check(mapper.map(item), Rendering.BSON) instanceof MappedDocument<RawBsonDocument> mapped
                        && isTaken(mapped, operations.of(mapped.source()), judge)) {
                    sink.take(operations.of(mapped.source()), mapped.content());
                } else {
                    rejected++;
                }
            }
            return rejected;
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
