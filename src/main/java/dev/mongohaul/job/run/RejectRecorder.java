package dev.mongohaul.job.run;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReason;
import dev.mongohaul.reject.RejectStage;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.RejectedCell;
import dev.mongohaul.reject.RejectedRecord;
import dev.mongohaul.writer.Outcome;
import java.util.List;

/** Makes rejects of records that were given up, and keeps them for their import. Thread-safe. */
final class RejectRecorder {

    private final RejectStore store;
    private final long jobInstanceId;
    private final Inputs inputs;

    RejectRecorder(RejectStore store, long jobInstanceId, Inputs inputs) {
        this.store = store;
        this.jobInstanceId = jobInstanceId;
        this.inputs = inputs;
    }

    /** The reject of a record that became no document. */
    Reject of(UnmappedRecord<?> record) {
        RejectedCell cell =
                record.column() == 0 ? null : new RejectedCell(record.column(), record.columnName(), record.value());
        RejectStage stage = switch (record.stage()) {
            case MALFORMED -> RejectStage.MALFORMED;
            case UNMAPPABLE -> RejectStage.UNMAPPABLE;
        };
        return new Reject(located(record.source()), RejectReason.of(stage, record.reason(), cell));
    }

    /** The reject of a document that the server refused. */
    Reject of(CsvItem source, Outcome outcome) {
        RejectReason reason = outcome.code() == Outcome.NOT_ASKED
                ? RejectReason.of(RejectStage.UNMAPPABLE, outcome.message(), null)
                : RejectReason.refused(outcome.code(), outcome.message());
        return new Reject(located(source), reason);
    }

    void save(List<Reject> rejects) {
        store.saveAll(jobInstanceId, rejects);
    }

    private RejectedRecord located(CsvItem source) {
        String file = inputs.list().get(source.location().input()).name();
        return RejectedRecord.of(source, file);
    }
}
