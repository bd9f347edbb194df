package dev.mongohaul.writer;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.ServerStates;
import java.util.Comparator;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the exception of a failed send says of its documents, whichever API wrapped it.
 *
 * @param errors the errors of single documents, by their index in the list that was sent; of the server's state too
 * @param found documents that the operations without an error matched or upserted
 * @param unlocated the refusal of one document where the API does not tell which
 * @param trouble the server's state, if that is why any document was not written or confirmed
 * @param unconfirmed the write concern that was not met; without {@code trouble}, for another reason
 */
record SendFailure(
        TreeMap<Integer, WriteError> errors,
        long found,
        @Nullable WriteError unlocated,
        @Nullable MongoException trouble,
        @Nullable WriteConcernError unconfirmed) {

    /**
     * Reads the exception.
     *
     * @throws RuntimeException the exception itself, where it tells neither of documents nor of the server's state
     */
    static SendFailure of(RuntimeException exception) {
        MongoException cause = mongoCause(exception);
        if (cause instanceof MongoBulkWriteException bulk) {
            return bulk.getWriteConcernError() == null ? ofErrors(bulk) : ofConcern(bulk.getWriteConcernError());
        }
        if (cause instanceof MongoWriteConcernException concern) {
            return ofConcern(concern.getWriteConcernError());
        }
        if (cause != null && ServerStates.isServerState(cause)) {
            return new SendFailure(new TreeMap<>(), 0, null, cause, null);
        }
        if (cause instanceof MongoWriteException write) {
            return new SendFailure(new TreeMap<>(), 0, write.getError(), null, null);
        }
        throw exception;
    }

    /** Whether it tells of each document, by its index. */
    boolean located() {
        return !errors.isEmpty();
    }

    private static SendFailure ofErrors(MongoBulkWriteException bulk) {
        TreeMap<Integer, WriteError> errors = new TreeMap<>();
        bulk.getWriteErrors().forEach(error -> errors.put(error.getIndex(), error));
        MongoException trouble = bulk.getWriteErrors().stream()
                .filter(error -> ServerStates.isServerState(error.getCode()))
                .min(Comparator.comparingInt(BulkWriteError::getIndex))
                .map(error -> new MongoException(error.getCode(), error.getMessage()))
                .orElse(null);
        BulkWriteResult result = bulk.getWriteResult();
        long found = (long) result.getMatchedCount() + result.getUpserts().size();
        return new SendFailure(errors, found, null, trouble, null);
    }

    /** Documents that were not confirmed are sent again, all of them: what their errors say is said then too. */
    private static SendFailure ofConcern(WriteConcernError error) {
        MongoException trouble = ServerStates.isServerState(error.getCode())
                ? new MongoException(error.getCode(), error.getMessage())
                : null;
        return new SendFailure(new TreeMap<>(), 0, null, trouble, error);
    }

    private static @Nullable MongoException mongoCause(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof MongoException mongo) {
                return mongo;
            }
        }
        return null;
    }
}
