package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.RecordLocation;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.job.expect.ColumnSum;
import dev.mongohaul.job.run.RejectLimitExceededException;
import dev.mongohaul.job.run.RunState;
import dev.mongohaul.mapping.ColumnCounter;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.WriteRight;
import dev.mongohaul.repository.partition.InFlight;
import dev.mongohaul.repository.partition.PartitionProgress;
import dev.mongohaul.repository.run.BatchCounts;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.ExpectedOutcome;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.OutcomeKind;
import dev.mongohaul.writer.delivery.WriteItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Writer of a partition's chunks: it writes the documents, turns outcomes into rejects and counts, and then records the
 * progress.
 *
 * <p>A chunk that fails half-way records nothing. The next run writes it again, and recognizes the documents that are
 * there.
 */
final class ImportItemWriter<D> implements PartitionItemWriter<D> {

    private static final Logger LOG = LoggerFactory.getLogger(ImportItemWriter.class);

    private final RunState run;
    private final WriteRight right;
    private final RejectMaker maker;
    private final RejectStore store;
    private final WriteSessions sessions;
    private final PartitionProgress progress;
    private final RecordOperations operations;
    private final ChunkWriter<D> writer;
    private final @Nullable PreCheckLog<D> preChecks;
    private final @Nullable SeenRecords<D> seen;
    private @Nullable StepExecution step;
    private long unmapped;

    ImportItemWriter(
            RunState run,
            WriteRight right,
            PartitionProgress progress,
            RejectStore store,
            WriteSessions sessions,
            RecordOperations operations,
            ChunkWriter<D> writer,
            @Nullable SeenRecords<D> seen) {
        this.run = run;
        this.right = right;
        this.maker = new RejectMaker(run.job().inputs());
        this.store = store;
        this.sessions = sessions;
        this.progress = progress;
        this.operations = operations;
        this.writer = writer;
        this.seen = seen;
        if (seen != null) {
            progress.beforeSave(seen.ids()::save);
        }
        this.preChecks = run.job().write().looksAhead() ? new PreCheckLog<>(progress, writer) : null;
    }

    @Override
    public void countInto(StepExecution execution) {
        step = execution;
        run.begins();
    }

    @Override
    public void write(Chunk<? extends MappedItem<D>> chunk) {
        right.check();
        List<Reject> rejects = new ArrayList<>();
        List<MappedDocument<D>> documents = new ArrayList<>(chunk.size());
        ChunkFigures figures = new ChunkFigures(run.job());
        long filtered = 0;
        for (MappedItem<D> item : chunk) {
            figures.add(item);
            if (item instanceof MappedDocument<D> document) {
                documents.add(document);
            } else if (item instanceof UnmappedRecord<D> unmapped) {
                rejects.add(maker.of(unmapped));
            } else {
                filtered++;
            }
        }
        int unmappedRecords = rejects.size();
        long begunNanos = System.nanoTime();
        RecordLocation last = chunk.getItems().get(chunk.size() - 1).source().location();
        List<WriteItem<D>> sent = writeAll(documents, last.nextOffset());
        long alreadyThere = collect(sent, documents, rejects);
        Duration writing = documents.isEmpty() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - begunNanos);
        save(rejects);
        unmapped += unmappedRecords;
        long unmatched = documents.isEmpty() ? 0 : writer.unmatched();
        long unchanged = documents.isEmpty() ? 0 : writer.unchanged();
        long written = chunk.size() - rejects.size() - unchanged - alreadyThere - unmatched - filtered;
        if (seen != null) {
            seen.add(chunk.getItems());
        }
        CellCounts cells = run.job().countsCells() ? cells(sent, documents) : CellCounts.NONE;
        record(
                last,
                new Counts(chunk.size(), written, unchanged, alreadyThere, rejects.size(), unmatched, cells)
                        .withFiltered(filtered),
                figures.toFigures(),
                writing);
    }

    private void save(List<Reject> rejects) {
        if (!rejects.isEmpty()) {
            right.confirm();
            store.saveAll(sessions, run.importNumber(), right.token(), rejects);
        }
    }

    /** Adds the rejected documents to the rejects, and returns how many documents existed before. */
    private long collect(List<WriteItem<D>> written, List<MappedDocument<D>> documents, List<Reject> rejects) {
        long alreadyThere = 0;
        for (int index = 0; index < written.size(); index++) {
            Outcome outcome = written.get(index).outcome();
            switch (outcome.kind()) {
                case WRITTEN -> {}
                case ALREADY_THERE -> alreadyThere++;
                case REJECTED -> rejects.add(maker.of(documents.get(index).source(), outcome));
            }
        }
        return alreadyThere;
    }

    private CellCounts cells(List<WriteItem<D>> written, List<MappedDocument<D>> documents) {
        CellCounts cells = CellCounts.NONE;
        for (int index = 0; index < written.size(); index++) {
            if (written.get(index).outcome().kind() != OutcomeKind.REJECTED) {
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
            if (preChecks != null) {
                preChecks.check(items, documents, end);
            }
            run.sends();
            writer.write(new Chunk<>(items));
            run.answered();
        }
        return items;
    }

    private void record(RecordLocation last, Counts counts, ColumnFigures columns, Duration writing) {
        long bytes = last.nextOffset() - progress.partition().doneTo();
        // The last lines of the input, which are no records, may begin in an earlier partition than the last.
        long reached = Math.min(
                run.job().inputs().reached(last.nextOffset()),
                progress.partition().to());
        progress.advance(reached, last.nextLine(), counts, columns);
        if (seen != null && seen.ids().isFull()) {
            progress.save();
        }
        run.progressed(progress.partition());
        run.meter().chunkWritten(counts, bytes, writing);
        Optional<RejectLimitExceededException> exceeded = run.limitExceeded();
        if (exceeded.isPresent()) {
            progress.save();
            throw exceeded.get();
        }
    }

    @Override
    public void partitionIsRead() {
        writer.close();
        sessions.close();
        progress.end();
        run.progressed(progress.partition());
    }

    /** Updates the counters, after each chunk and before the step is saved. */
    @Override
    public void update(ExecutionContext context) {
        countOutcomes();
    }

    private void countOutcomes() {
        if (step != null) {
            step.setProcessSkipCount(unmapped);
            BatchCounts.set(progress.partition().counts(), step);
        }
    }

    /**
     * Saves the last checkpoint, however the step ended. Without it, the next run finds the documents in the
     * collection.
     */
    @Override
    public void leave() {
        countOutcomes();
        try {
            progress.save();
        } catch (RuntimeException e) {
            LOG.debug("The last checkpoint was not saved", e);
        }
    }

    /** Figures of the columns of one chunk. */
    private static final class ChunkFigures {

        private final ColumnCounter counter;
        private final long[] misfits;
        private final ColumnSum sum;

        ChunkFigures(ImportJob job) {
            this.counter = job.mapping().newCounter();
            this.misfits = new long[job.header().size()];
            this.sum = job.newSum();
        }

        void add(MappedItem<?> item) {
            if (item.source() instanceof CsvRecord record) {
                counter.add(record);
            }
            sum.add(item.source());
            int column = item instanceof UnmappedRecord<?> unmapped ? unmapped.column() : 0;
            if (column > 0 && column <= misfits.length) {
                misfits[column - 1]++;
            }
        }

        ColumnFigures toFigures() {
            return ColumnFigures.of(counter.blanks(), misfits, counter.longest())
                    .withSum(sum.total());
        }
    }

    /**
     * Log of pre-checks: it saves the expected outcomes of a chunk's records before they are sent. A later run takes
     * over those of an earlier run, which may have sent the records: checking again would find its own documents.
     */
    private record PreCheckLog<D>(PartitionProgress progress, ChunkWriter<D> writer) {

        /**
         * Checks the chunk before it is sent.
         *
         * @param sources of the items, one each
         * @param end offset after the last record of the chunk
         */
        void check(List<WriteItem<D>> items, List<MappedDocument<D>> sources, long end) {
            InFlight earlier = progress.partition().inFlight();
            Map<Long, ExpectedOutcome> notes = notes(earlier);
            long sentTo = earlier == null ? 0 : earlier.to();
            for (int index = 0; index < items.size(); index++) {
                long offset = offset(sources.get(index));
                if (offset < sentTo) {
                    items.get(index).restore(notes.getOrDefault(offset, ExpectedOutcome.OPEN));
                }
            }
            writer.preCheck(items);
            if (sentTo < end) {
                for (int index = 0; index < items.size(); index++) {
                    notes.put(offset(sources.get(index)), items.get(index).expectedOutcome());
                }
                progress.send(new InFlight(end, byWord(notes)));
            }
        }

        private static Map<Long, ExpectedOutcome> notes(@Nullable InFlight earlier) {
            Map<Long, ExpectedOutcome> notes = new HashMap<>();
            if (earlier != null) {
                earlier.notes()
                        .forEach((word, offsets) ->
                                offsets.forEach(offset -> notes.put(offset, ExpectedOutcome.valueOf(word))));
            }
            return notes;
        }

        private static Map<String, List<Long>> byWord(Map<Long, ExpectedOutcome> notes) {
            Map<String, List<Long>> byWord = new HashMap<>();
            notes.forEach((offset, outcome) -> {
                if (outcome != ExpectedOutcome.OPEN) {
                    byWord.computeIfAbsent(outcome.name(), unseen -> new ArrayList<>())
                            .add(offset);
                }
            });
            return byWord;
        }

        private static long offset(MappedDocument<?> document) {
            return document.source().location().offset();
        }
    }
}
