package dev.mongohaul.check;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.RecordLocation;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.job.step.RejectMaker;
import dev.mongohaul.job.step.WorkerStep.PartitionItemWriter;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.writer.delivery.BulkPlanner;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Writer of a check. It sends nothing, checks each document as a writer does before it sends, and collects the
 * findings.
 */
final class CheckItemWriter<D> implements PartitionItemWriter<D> {

    private final ImportMonitor monitor;
    private final Rendering<D> rendering;
    private final RecordOperations operations;
    private final RecordJudge<D> judge;
    private final BulkPlanner planner;
    private final RejectMaker rejects;
    private final CheckFindings findings;
    private final Function<CsvRecord, Counts.Cells> cells;
    private @Nullable StepExecution step;
    private long unmapped;

    CheckItemWriter(
            ImportMonitor monitor,
            RecordOperations operations,
            Rendering<D> rendering,
            RecordJudge<D> judge,
            BulkPlanner planner,
            RejectMaker rejects,
            CheckFindings findings,
            Function<CsvRecord, Counts.Cells> cells) {
        this.monitor = monitor;
        this.operations = operations;
        this.rendering = rendering;
        this.judge = judge;
        this.planner = planner;
        this.rejects = rejects;
        this.findings = findings;
        this.cells = cells;
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
            Optional<Reject> reject = reject(item);
            if (reject.isPresent()) {
                findings.rejected(reject.get());
            } else if (item instanceof MappedDocument<D> document) {
                findings.writable(document.content(), rendering, cells.apply(document.source()));
                sent.add(document.content());
                ways.add(operations.of(document.source()));
            }
        }
        findings.planned(planner.plan(sent, ways, rendering::encode));
        findings.judge(false);
        RecordLocation last = chunk.getItems().get(chunk.size() - 1).source().location();
        monitor.reached(last.nextOffset(), findings.counts());
    }

    private Optional<Reject> reject(MappedItem<D> item) {
        if (item instanceof UnmappedRecord<D> record) {
            unmapped++;
            return Optional.of(rejects.of(record));
        }
        MappedDocument<D> document = (MappedDocument<D>) item;
        return judge.refusal(document).map(outcome -> rejects.of(document.source(), outcome));
    }

    @Override
    public void partitionIsRead() {
        findings.judge(true);
    }

    /** Updates the counters, after each chunk and before the step is saved. */
    @Override
    public void update(ExecutionContext context) {
        countOutcomes();
    }

    @Override
    public void leave() {
        countOutcomes();
    }

    private void countOutcomes() {
        if (step != null) {
            Counts counts = findings.counts();
            step.setReadCount(counts.read());
            step.setWriteCount(counts.written());
            step.setProcessSkipCount(unmapped);
            step.setWriteSkipCount(counts.rejected() - unmapped);
        }
    }
}
