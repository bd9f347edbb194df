package dev.mongohaul.writer;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.ServerStates;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the exception of a failed send says of its documents, whichever API wrapped it.
 *
 * @param refusals the errors of single documents, by their index in the list that was sent
 * @param unlocated the error of one document where the API does not tell which
 * @param trouble the trouble of the server, if that is what it was
 * @param unconfirmed the write concern that was not met
 */
record SendFailure(
        Map<Integer, WriteError> refusals,
        @Nullable WriteError unlocated,
        @Nullable MongoException trouble,
        @Nullable WriteConcernError unconfirmed) {

    private static final int DUPLICATE_KEY = 11000;

    static boolean isDuplicateKey(WriteError error) {
        return error.getCode() == DUPLICATE_KEY;
    }

    /**
     * Reads the exception.
     *
     * @throws RuntimeException the exception itself, where it tells neither of documents nor of the server's state
     */
    static SendFailure of(RuntimeException exception) {
        MongoException cause = mongoCause(exception);
        if (cause instanceof MongoBulkWriteException bulk) {
            Map<Integer, WriteError> refusals = new HashMap<>();
            for (BulkWriteError error : bulk.getWriteErrors()) {
                refusals.put(error.getIndex(), error);
            }
            return new SendFailure(refusals, null, null, bulk.getWriteConcernError());
        }
        if (cause instanceof MongoWriteException write && !ServerStates.isServerState(write.getCode())) {
            return new SendFailure(Map.of(), write.getError(), null, null);
        }
        if (cause instanceof MongoWriteConcernException concern) {
            return new SendFailure(Map.of(), null, null, concern.getWriteConcernError());
        }
        if (cause != null && ServerStates.isServerState(cause)) {
            return new SendFailure(Map.of(), null, cause, null);
        }
        throw exception;
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
