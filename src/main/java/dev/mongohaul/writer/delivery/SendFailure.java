package dev.mongohaul.writer.delivery;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.writer.send.PartialSendException;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.SentPart;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Failure of a send, as far as its exception describes the documents, whichever API wrapped it.
 *
 * @param errors of single documents, by their index in the list that was sent; transient errors included
 * @param answered the documents that the exception covers; those without an error are written
 * @param unconfirmed documents with an error that was reported without the state of the write concern
 * @param found number of documents that the operations without an error matched, upserted or deleted
 * @param unchanged number of documents that the operations without an error matched and did not change
 * @param unlocated the error of one document if the API does not report which
 * @param transientError the reason why a document was not written or confirmed; null if there is no transient error
 * @param concernError the write concern that was not met; without a transient error, for another reason
 */
record SendFailure(
        TreeMap<Integer, WriteError> errors,
        BitSet answered,
        BitSet unconfirmed,
        long found,
        long unchanged,
        @Nullable WriteError unlocated,
        @Nullable MongoException transientError,
        @Nullable WriteConcernError concernError) {

    /**
     * Returns the failure that the exception describes.
     *
     * @param sent number of documents that were sent
     * @param stopsAtFirstError whether documents after one with an error were not attempted
     * @throws RuntimeException the exception itself if it describes neither documents nor a transient error
     */
    static SendFailure of(RuntimeException exception, int sent, boolean stopsAtFirstError) {
        if (exception instanceof PartialSendException partial) {
            return ofParts(partial.parts(), stopsAtFirstError);
        }
        MongoException cause = ServerStates.driverException(exception).orElse(null);
        if (cause instanceof MongoBulkWriteException bulk) {
            if (bulk.getWriteConcernError() != null) {
                return ofConcern(bulk.getWriteConcernError());
            }
            TreeMap<Integer, WriteError> errors = new TreeMap<>();
            bulk.getWriteErrors().forEach(error -> errors.put(error.getIndex(), error));
            BulkWriteResult result = bulk.getWriteResult();
            return ofErrors(errors, SendResult.found(result), SendResult.unchanged(result), sent, stopsAtFirstError);
        }
        if (cause instanceof ClientBulkWriteException bulk) {
            return ofMixed(bulk, sent, stopsAtFirstError);
        }
        if (cause instanceof MongoWriteConcernException concern) {
            return ofConcern(concern.getWriteConcernError());
        }
        if (cause != null && ServerStates.isServerState(cause)) {
            return unanswered(null, cause, null);
        }
        if (cause instanceof MongoWriteException write) {
            return unanswered(write.getError(), null, null);
        }
        throw exception;
    }

    /** A cause of the whole failure, such as a lost connection, counts alone, as if nothing had been answered before it. */
    private static SendFailure ofMixed(ClientBulkWriteException bulk, int sent, boolean stopsAtFirstError) {
        if (bulk.getCause() != null) {
            return of(bulk.getCause(), sent, stopsAtFirstError);
        }
        if (!bulk.getWriteConcernErrors().isEmpty()) {
            return ofConcern(bulk.getWriteConcernErrors().get(0));
        }
        long found = bulk.getPartialResult().map(SendResult::found).orElse(0L);
        long unchanged = bulk.getPartialResult().map(SendResult::unchanged).orElse(0L);
        return ofErrors(new TreeMap<>(bulk.getWriteErrors()), found, unchanged, sent, stopsAtFirstError);
    }

    private static SendFailure ofErrors(
            TreeMap<Integer, WriteError> errors, long found, long unchanged, int sent, boolean stopsAtFirstError) {
        MongoException transientError = errors.values().stream()
                .filter(error -> ServerStates.isServerState(error.getCode()))
                .findFirst()
                .map(error -> new MongoException(error.getCode(), error.getMessage()))
                .orElse(null);
        BitSet answered = new BitSet(sent);
        if (!errors.isEmpty()) {
            answered.set(0, stopsAtFirstError ? errors.firstKey() + 1 : sent);
        }
        return new SendFailure(errors, answered, new BitSet(), found, unchanged, null, transientError, null);
    }

    /** All documents that were not confirmed are sent again, and their errors reported again. */
    private static SendFailure ofConcern(WriteConcernError error) {
        MongoException transientError = ServerStates.isServerState(error.getCode())
                ? new MongoException(error.getCode(), error.getMessage())
                : null;
        return unanswered(null, transientError, error);
    }

    private static SendFailure unanswered(
            @Nullable WriteError unlocated,
            @Nullable MongoException transientError,
            @Nullable WriteConcernError concernError) {
        return new SendFailure(
                new TreeMap<>(), new BitSet(), new BitSet(), 0, 0, unlocated, transientError, concernError);
    }

    /** Returns the sum of the failures of several calls. */
    private static SendFailure ofParts(List<SentPart> parts, boolean stopsAtFirstError) {
        TreeMap<Integer, WriteError> errors = new TreeMap<>();
        BitSet answered = new BitSet();
        BitSet unconfirmed = new BitSet();
        long found = 0;
        long unchanged = 0;
        MongoException transientError = null;
        WriteConcernError concernError = null;
        for (SentPart part : parts) {
            int from = part.from();
            if (part.failure() == null) {
                answered.set(from, part.to());
                found += part.to() - from - part.result().unmatched();
                unchanged += part.result().unchanged();
                continue;
            }
            SendFailure failure = of(part.failure(), part.to() - from, stopsAtFirstError);
            failure.errors.forEach((index, error) -> errors.put(from + index, error));
            failure.answered.stream().forEach(index -> answered.set(from + index));
            if (failure.unlocated != null) {
                if (part.to() - from != 1) {
                    throw new IllegalStateException(
                            "a call for several documents did not report which was refused", part.failure());
                }
                // A call for one document needs no index. The driver reports its error without an unmet write concern.
                errors.put(from, failure.unlocated);
                answered.set(from);
                unconfirmed.set(from);
            }
            found += failure.found;
            unchanged += failure.unchanged;
            transientError = transientError == null ? failure.transientError : transientError;
            concernError = concernError == null ? failure.concernError : concernError;
        }
        return new SendFailure(errors, answered, unconfirmed, found, unchanged, null, transientError, concernError);
    }
}
