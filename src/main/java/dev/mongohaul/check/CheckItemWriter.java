package dev.mongohaul.check;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.RecordLocation;
import dev.mongohaul.infer.column.LongSet;
import dev.mongohaul.infer.column.ShortenedNumbers;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.job.expect.ColumnSum;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.step.PartitionItemWriter;
import dev.mongohaul.job.step.RejectMaker;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectGroups;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.writer.delivery.BulkPlanner;
import dev.mongohaul.writer.delivery.ChunkPlan;
import dev.mongohaul.writer.delivery.DocumentJudge;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteOperation;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.util.DigestUtils;

/**
 * Writer of a check. It sends nothing, checks each document as a writer does before it sends, and the job's promise of
 * unique keys, and collects the findings. Not thread-safe.
 */
final class CheckItemWriter<D> implements PartitionItemWriter<D> {

    static final int MOST_DOCUMENTS = 3;

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final Outcome DUPLICATE_KEY = Outcome.rejected(
            Outcome.NOT_ASKED,
            "an earlier record has the same key, and the job promises that there is none (write.keys: unique)");

    private final ImportJob job;
    private final Rendering<D> rendering;
    private final ImportMonitor monitor;
    private final RecordOperations operations;
    private final RejectMaker rejects;
    private final DocumentJudge judge;
    private final BulkPlanner planner;
    private final MatchFilter match;
    private final boolean insertsKeys;

    private static final Outcome ID_EXISTS =
            Outcome.rejected(Outcome.NOT_ASKED, "an earlier record of the input has the same _id, with other content");

    /**
     * Hashes of the keys, for a job that promises unique ones, inserts documents with ids of columns, or adds those whose keys are
     * not there; else null. Among 100 million keys, two different ones are
     * taken for equal with a probability of 1 in 3,700.
     */
    private final @Nullable LongSet keys;

    /** Hashes of the documents that have an id first, for inserts with ids of columns. */
    private final LongSet inserted = new LongSet();

    private final RejectGroups groups = new RejectGroups();
    private final List<BsonDocument> documents = new ArrayList<>(MOST_DOCUMENTS);
    private final FirstValues firstValues;
    private final List<ShortenedNumbers> shortened;
    private final ColumnSum sum;
    private LimitVerdict limit;
    private ChunkPlan plan = ChunkPlan.NOTHING;
    private CellCounts cells = CellCounts.NONE;
    private long writable;
    private long unmapped;
    private long refused;
    private long filtered;
    private long alreadyThere;
    private boolean repeated;
    private @Nullable StepExecution step;

    CheckItemWriter(ImportJob job, Rendering<D> rendering, ImportMonitor monitor) {
        this.job = job;
        this.rendering = rendering;
        this.monitor = monitor;
        this.operations = job.operations();
        this.rejects = new RejectMaker(job.inputs());
        this.judge = new DocumentJudge(job.write(), DocumentJudge.USUAL_MAX_DOCUMENT_SIZE);
        this.planner = new BulkPlanner(job.write(), false);
        boolean hasKeys = !(job.write().matchesById() && job.mapping().generatesIds());
        this.match = new MatchFilter(job.write());
        this.insertsKeys = CheckLauncher.knowsRepeatedKeys(job);
        this.keys = (job.promisesUniqueKeys() && hasKeys) || insertsKeys ? new LongSet() : null;
        this.firstValues = new FirstValues(job.mapping());
        this.shortened = job.mapping().places().stream()
                .map(place -> new ShortenedNumbers())
                .toList();
        this.sum = job.newSum();
        this.limit = LimitVerdict.within(job.file().rejects().limit());
    }

    @Override
    public void countInto(StepExecution execution) {
        step = execution;
    }

    @Override
    public void write(Chunk<? extends MappedItem<D>> chunk) {
        List<D> sent = new ArrayList<>();
        List<WriteOperation> ways = new ArrayList<>();
        for (MappedItem<D> item : chunk) {
            sum.add(item.source());
            Optional<Reject> reject = reject(item);
            if (reject.isPresent()) {
                groups.add(reject.get());
            } else if (repeated) {
                alreadyThere++;
            } else if (item instanceof MappedDocument<D> document) {
                writable++;
                cells = cells.plus(job.cells(document.source()));
                show(document.content());
                addCells(document.source());
                firstValues.add(
                        document.source(),
                        () -> rendering.encode(document.content()).decode(CODEC));
                sent.add(document.content());
                ways.add(operations.of(document.source()));
            } else {
                filtered++;
            }
        }
        plan = plan.plus(planner.plan(sent, ways, rendering::encode));
        judgeLimit(false);
        RecordLocation last = chunk.getItems().get(chunk.size() - 1).source().location();
        monitor.reached(last.nextOffset(), counts());
    }

    private void addCells(CsvRecord record) {
        for (int column = 0; column < shortened.size(); column++) {
            shortened.get(column).add(record, column, record.location().line());
        }
    }

    private List<String> notes() {
        return IntStream.range(0, shortened.size())
                .mapToObj(column -> shortened
                        .get(column)
                        .sentence(
                                job.mapping().places().get(column).column(),
                                job.inputs()
                                        .list()
                                        .get(shortened.get(column).firstInput())
                                        .name()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Also finds out whether an insert repeats an earlier document, or an add its key. */
    private Optional<Reject> reject(MappedItem<D> item) {
        repeated = false;
        if (item instanceof UnmappedRecord<D> record) {
            unmapped++;
            return Optional.of(rejects.of(record));
        }
        if (!(item instanceof MappedDocument<D> document)) {
            return Optional.empty();
        }
        Optional<Outcome> refusal = judge.refusal(
                document.content(),
                document.source().location().length(),
                operations.of(document.source()),
                rendering::encode);
        if (refusal.isEmpty() && keys != null && !keys.add(fingerprint(document.content()))) {
            repeated = job.write().leavesExisting()
                    ? !job.promisesUniqueKeys()
                    : insertsKeys && inserted.contains(hash(document.content()));
            boolean brokenPromise = !insertsKeys || job.write().leavesExisting();
            refusal = repeated ? refusal : Optional.of(brokenPromise ? DUPLICATE_KEY : ID_EXISTS);
        } else if (refusal.isEmpty() && insertsKeys && !job.write().leavesExisting()) {
            inserted.add(hash(document.content()));
        }
        refused += refusal.isPresent() ? 1 : 0;
        return refusal.map(outcome -> rejects.of(document.source(), outcome));
    }

    private long fingerprint(D document) {
        return match.key(rendering.encode(document)).fingerprint();
    }

    private long hash(D document) {
        RawBsonDocument encoded = rendering.encode(document);
        byte[] bytes = new byte[encoded.getByteBuffer().remaining()];
        encoded.getByteBuffer().get(bytes);
        return ByteBuffer.wrap(DigestUtils.md5Digest(bytes)).getLong();
    }

    private void show(D document) {
        if (documents.size() < MOST_DOCUMENTS) {
            BsonDocument shown = rendering.encode(document).decode(CODEC);
            if (job.generatesIds()) {
                // It differs from the id that an import would generate.
                shown.remove("_id");
            }
            documents.add(shown);
        }
    }

    private void judgeLimit(boolean atEnd) {
        limit = limit.after(unmapped + refused, counts().read(), atEnd);
    }

    private Counts counts() {
        long rejected = unmapped + refused;
        long read = writable + alreadyThere + rejected + filtered;
        return new Counts(read, writable, 0L, alreadyThere, rejected, 0, cells).withFiltered(filtered);
    }

    @Override
    public void partitionIsRead() {
        judgeLimit(true);
    }

    /** Updates the counters, after each chunk and before the step is saved. */
    @Override
    public void update(ExecutionContext context) {
        leave();
    }

    @Override
    public void leave() {
        if (step != null) {
            step.setReadCount(counts().read());
            step.setWriteCount(writable);
            step.setProcessSkipCount(unmapped);
            step.setWriteSkipCount(refused);
            step.setFilterCount(filtered);
        }
    }

    /** Returns the ending of an import, as far as it does not depend on the server. */
    RunStatus ending() {
        if (limit.exceeded()) {
            return RunStatus.REJECT_LIMIT_EXCEEDED;
        }
        return unmapped + refused == 0 ? RunStatus.COMPLETED : RunStatus.COMPLETED_WITH_REJECTS;
    }

    /** Describes how the records differ from the totals that the job expects; empty if they do not. */
    Optional<String> mismatch() {
        return job.expected().mismatch(job.survey(), counts().read(), sum.total());
    }

    CheckResult result(RunStatus ending, @Nullable String reason, Duration elapsed) {
        return new CheckResult(
                ending,
                reason,
                counts(),
                groups.list(),
                groups.ungrouped(),
                limit,
                firstValues.found(),
                notes(),
                documents,
                plan,
                elapsed);
    }
}
