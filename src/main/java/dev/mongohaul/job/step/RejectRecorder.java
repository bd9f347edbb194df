package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.MappedItem.UnmappedRecord;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.List;

/**
 * Makes rejects of records that were given up, and keeps them for their import. Thread-safe.
 *
 * <p>No filter can tie a reject to the lease, which lies in another collection, so the lease is confirmed just before.
 * Between the two another process may take over: then a reject of the last chunk is stored late, under the offset where
 * the successor stores its own. It differs only where the server answered the two of them differently.
 */
final class RejectRecorder {

    private final RejectStore store;
    private final long jobInstanceId;
    private final RejectMaker maker;
    private final ImportLease lease;

    RejectRecorder(RejectStore store, long jobInstanceId, Inputs inputs, ImportLease lease) {
        this.store = store;
        this.jobInstanceId = jobInstanceId;
        this.maker = new RejectMaker(inputs);
        this.lease = lease;
    }

    Reject of(UnmappedRecord<?> record) {
        return maker.of(record);
    }

    Reject of(CsvItem source, Outcome outcome) {
        return maker.of(source, outcome);
    }

    void save(List<Reject> rejects) {
        if (!rejects.isEmpty()) {
            lease.confirm();
            store.saveAll(jobInstanceId, rejects);
        }
    }
}
