package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReason;
import dev.mongohaul.reject.RejectStage;
import dev.mongohaul.reject.RejectedCell;
import dev.mongohaul.reject.RejectedRecord;
import dev.mongohaul.writer.delivery.Outcome;

/**
 * Factory of rejects. Thread-safe.
 *
 * @param inputs files of the records
 */
public record RejectMaker(Inputs inputs) {

    /** Returns the reject of a record that became no document. */
    public Reject of(UnmappedRecord<?> record) {
        RejectedCell cell =
                record.column() == 0 ? null : new RejectedCell(record.column(), record.columnName(), record.value());
        RejectStage stage = RejectStage.valueOf(record.stage().name());
        return new Reject(located(record.source()), RejectReason.of(stage, record.reason(), cell));
    }

    /** Returns the reject of a document that the server, or a check before sending, rejected. */
    public Reject of(CsvItem source, Outcome outcome) {
        RejectReason reason = switch (outcome.code()) {
            case Outcome.NOT_ASKED -> RejectReason.of(RejectStage.UNMAPPABLE, outcome.message(), null);
            case Outcome.UNMATCHED -> RejectReason.of(RejectStage.UNMATCHED, outcome.message(), null);
            default -> RejectReason.refused(outcome.code(), outcome.message());
        };
        return new Reject(located(source), reason);
    }

    private RejectedRecord located(CsvItem source) {
        return RejectedRecord.of(
                source, inputs.list().get(source.location().input()).name());
    }
}
