package dev.mongohaul.job.piece;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.job.step.RejectMaker;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.writer.chunk.Outcome;
import java.util.List;

/** Makes rejects of records that were given up, and keeps them for their import. Thread-safe. */
final class RejectRecorder {

    private final RejectStore store;
    private final long jobInstanceId;
    private final RejectMaker maker;

    RejectRecorder(RejectStore store, long jobInstanceId, Inputs inputs) {
        this.store = store;
        this.jobInstanceId = jobInstanceId;
        this.maker = new RejectMaker(inputs);
    }

    Reject of(UnmappedRecord<?> record) {
        return maker.of(record);
    }

    Reject of(CsvItem source, Outcome outcome) {
        return maker.of(source, outcome);
    }

    void save(List<Reject> rejects) {
        store.saveAll(jobInstanceId, rejects);
    }
}
