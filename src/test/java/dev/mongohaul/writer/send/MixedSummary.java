package dev.mongohaul.writer.send;

import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import java.util.Optional;

/** Result of a command of several operations. The driver's own has no public name. */
public record MixedSummary(
        long getInsertedCount, long getUpsertedCount, long getMatchedCount, long getModifiedCount, long getDeletedCount)
        implements ClientBulkWriteResult {

    @Override
    public boolean isAcknowledged() {
        return true;
    }

    @Override
    public Optional<VerboseResults> getVerboseResults() {
        return Optional.empty();
    }
}
