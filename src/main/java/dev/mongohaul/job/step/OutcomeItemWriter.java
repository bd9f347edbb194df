package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem.RecordLocation;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.PieceProgress;
import dev.mongohaul.repository.Run;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.WriteItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Has each chunk written, turns the outcomes into rejects and counts, and only then settles the chunk in its piece.
 *
 * <p>A chunk that fails half-way settles nothing: the next try writes it again, and finds what is there.
 */
final class OutcomeItemWriter<D> implements PieceItemWriter<D> {

    private static final Logger LOG = LoggerFactory.getLogger(OutcomeItemWriter.class);

    private final ImportRun run;
    private final RejectRecorder rejected;
    private final PieceProgress progress;
    private final RecordOperations operations;
    private final DocumentItemWriter<D> writer;
    private final @Nullable ForesightLog<D> foresight;
    private @Nullable StepExecution step;
    private long unmapped;

    OutcomeItemWriter(
            ImportRun run,
            PieceProgress progress,
            RejectRecorder rejected,
            RecordOperations operations,
            DocumentItemWriter<D> writer) {
        this.run = run;
        this.rejected = rejected;
        this.progress = progress;
        this.operations = operations;
        this.writer = writer;
        this.foresight = run.job().write().looksAhead() ? new ForesightLog<>(progress, writer) : null;
    }

    @Override
    public void countInto(StepExecution execution) {
        step = execution;
        run.monitor().begins();
    }

    @Override
    public void write(Chunk<? extends MappedItem<D>> chunk) {
        run.lease().check();
        List<Reject> rejects = new ArrayList<>();
        List<MappedDocument<D>> documents = new ArrayList<>(chunk.size());
        for (MappedItem<D> item : chunk) {
            if (item instanceof MappedDocument<D> document) {
                documents.add(document);
            } else if (item instanceof UnmappedRecord<D> unmapped) {
                rejects.add(rejected.of(unmapped));
            }
        }
        int unmappedRecords = rejects.size();
        long begunNanos = System.nanoTime();
        List<WriteItem<D>> sent = writeAll(documents, last(chunk).nextOffset());
        long alreadyThere = collect(sent, documents, rejects);
        Duration writing = documents.isEmpty() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - begunNanos);
        rejected.save(rejects);
        unmapped += unmappedRecords;
        long unmatched = documents.isEmpty() ? 0 : writer.unmatched();
        long written = chunk.size() - rejects.size() - alreadyThere - unmatched;
        Counts.Cells cells = run.job().countsCells() ? cells(sent, documents) : Counts.Cells.NONE;
        settle(chunk, new Counts(chunk.size(), written, alreadyThere, rejects.size(), unmatched, cells), writing);
    }

    /** Adds the documents that the server refused to the rejects; tells how many were there already. */
    private long collect(List<WriteItem<D>> written, List<MappedDocument<D>> documents, List<Reject> rejects) {
        long alreadyThere = 0;
        for (int index = 0; index < written.size(); index++) {
            Outcome outcome = written.get(index).outcome();
            switch (outcome.kind()) {
                case WRITTEN -> {}
                case ALREADY_THERE -> alreadyThere++;
                case REJECTED -> rejects.add(rejected.of(documents.get(index).source(), outcome));
            }
        }
        return alreadyThere;
    }

    private Counts.Cells cells(List<WriteItem<D>> written, List<MappedDocument<D>> documents) {
        Counts.Cells cells = Counts.Cells.NONE;
        for (int index = 0; index < written.size(); index++) {
            if (written.get(index).outcome().kind() != Outcome.Kind.REJECTED) {
                cells = cells.plus(run.job().cells(documents.get(index).source()));
            }
        }
        return cells;
    }

    private List<WriteItem<D>> writeAll(List<MappedDocument<D>> documents, long end) {
        List<WriteItem<D>> items = documents.stream()
                .map(document -> new WriteItem<>(
                        document.content(), document.source().location().length(), operations.of(document.source())))
                .toList();
        if (!items.isEmpty()) {
            if (foresight != null) {
                foresight.foresee(items, documents, end);
            }
            run.sends(progress::sends);
            writer.write(new Chunk<>(items));
            run.answered();
        }
        return items;
    }

    private void settle(Chunk<? extends MappedItem<D>> chunk, Counts counts, Duration writing) {
        RecordLocation last = last(chunk);
        long bytes = last.nextOffset() - progress.piece().doneTo();
        progress.advance(last.nextOffset(), last.nextLine(), counts);
        run.settled(progress.piece());
        run.meter().settled(counts, bytes, writing);
        if (run.limitExceeded(false)) {
            progress.save();
            throw run.limitExceeded();
        }
    }

    private RecordLocation last(Chunk<? extends MappedItem<D>> chunk) {
        return chunk.getItems().get(chunk.size() - 1).source().location();
    }

    @Override
    public void pieceIsRead() {
        progress.end();
        run.settled(progress.piece());
    }

    /** Called after each chunk, before the step is saved. */
    @Override
    public void update(ExecutionContext context) {
        countOutcomes();
    }

    private void countOutcomes() {
        if (step != null) {
            step.setProcessSkipCount(unmapped);
            Run.count(progress.countsOfThisTry(), step);
        }
    }

    /** Saves what can be saved at the end of the step, however it ended: what cannot is found to be there later. */
    @Override
    public void leave() {
        countOutcomes();
        try {
            progress.save();
        } catch (RuntimeException e) {
            LOG.debug("The last checkpoint was not saved", e);
        }
    }
}
