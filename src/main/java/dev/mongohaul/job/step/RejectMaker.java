package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.Reject.RejectReason;
import dev.mongohaul.reject.Reject.RejectStage;
import dev.mongohaul.reject.Reject.RejectedCell;
import dev.mongohaul.reject.Reject.RejectedRecord;
import dev.mongohaul.writer.delivery.Outcome;

/**
 * Makes rejects of records that were given up. Thread-safe.
 *
 * @param inputs the files that the records lie in
 */
public record RejectMaker(Inputs inputs) {

    /** The reject of a record that became no document. */
    public Reject of(UnmappedRecord<?> record) {
        RejectedCell cell =
                record.column() == 0 ? null : new RejectedCell(record.column(), record.columnName(), record.value());
        RejectStage stage = switch (record.stage()) {
            case MALFORMED -> RejectStage.MALFORMED;
            case UNMAPPABLE -> RejectStage.UNMAPPABLE;
        };
        return new Reject(located(record.source()), RejectReason.of(stage, record.reason(), cell));
    }

    /** The reject of a document that was refused, by the server or before it was asked. */
    public Reject of(CsvItem source, Outcome outcome) {
        RejectReason reason = switch (outcome.code()) {
            case Outcome.NOT_ASKED -> RejectReason.of(RejectStage.UNMAPPABLE, outcome.message(), null);
            case Outcome.UNMATCHED -> RejectReason.of(RejectStage.UNMATCHED, outcome.message(), null);
            default -> RejectReason.refused(outcome.code(), outcome.message());
        };
        return new Reject(located(source), reason);
    }

    private RejectedRecord located(CsvItem source) {
        String file = inputs.list().get(source.location().input()).name();
        return RejectedRecord.of(source, file);
    }
}
