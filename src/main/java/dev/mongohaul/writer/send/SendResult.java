package dev.mongohaul.writer.send;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;

/**
 * What the server did with the operations of a chunk.
 *
 * @param unmatched operations that matched no document
 * @param unchanged operations that matched a document and did not change it
 * @param added documents that upserts added; 0 if the API does not tell
 */
public record SendResult(long unmatched, long unchanged, long added) {

    public static final SendResult ALL_WRITTEN = new SendResult(0, 0, 0);

    /** Returns the result of a bulk write of this number of operations. */
    public static SendResult of(BulkWriteResult result, int sent) {
        return new SendResult(
                sent - found(result), unchanged(result), result.getUpserts().size());
    }

    SendResult plus(SendResult other) {
        return new SendResult(unmatched + other.unmatched, unchanged + other.unchanged, added + other.added);
    }

    /** Returns the number of operations that added a document or found one to act on. */
    public static long found(BulkWriteResult result) {
        return (long) result.getInsertedCount()
                + result.getMatchedCount()
                + result.getDeletedCount()
                + result.getUpserts().size();
    }

    /** As {@link #found(BulkWriteResult)}. */
    public static long found(ClientBulkWriteResult result) {
        return result.getInsertedCount()
                + result.getMatchedCount()
                + result.getDeletedCount()
                + result.getUpsertedCount();
    }

    /** Returns the number of operations that did not change the document that they found. */
    public static long unchanged(BulkWriteResult result) {
        return (long) result.getMatchedCount() - result.getModifiedCount();
    }

    /** As {@link #unchanged(BulkWriteResult)}. */
    public static long unchanged(ClientBulkWriteResult result) {
        return result.getMatchedCount() - result.getModifiedCount();
    }
}
