package dev.mongohaul.writer.delivery;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException;
import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException.Part;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the exception of a failed send says of its documents, whichever API wrapped it.
 *
 * @param errors the errors of single documents, by their index in the list that was sent; of the server's state too
 * @param answered the documents of which the exception tells; those without an error are written
 * @param unconfirmed those with an error that came without a word about the write concern
 * @param found documents that the operations without an error matched, upserted or deleted
 * @param unlocated the refusal of one document where the API does not tell which
 * @param transientError the server's state, if that is why any document was not written or confirmed
 * @param concernError the write concern that was not met; without {@code trouble}, for another reason
 */
record SendFailure(
        TreeMap<Integer, WriteError> errors,
        BitSet answered,
        BitSet unconfirmed,
        long found,
        @Nullable WriteError unlocated,
        @Nullable MongoException transientError,
        @Nullable WriteConcernError concernError) {

    /**
     * Reads the exception.
     *
     * @param sent how many documents were sent
     * @param stopsAtFirstError whether documents behind one with an error were not tried
     * @throws RuntimeException the exception itself, where it tells neither of documents nor of the server's state
     */
    static SendFailure of(RuntimeException exception, int sent, boolean stopsAtFirstError) {
        if (exception instanceof PartialSendException partial) {
            return SendFailureParts.join(partial.parts(), stopsAtFirstError);
        }
        MongoException cause = mongoCause(exception);
        if (cause instanceof MongoBulkWriteException bulk) {
            return bulk.getWriteConcernError() == null
                    ? ofErrors(errors(bulk), RawDocumentSender.found(bulk.getWriteResult()), sent, stopsAtFirstError)
                    : ofConcern(bulk.getWriteConcernError());
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

    /** What ended the whole, such as a lost connection, is read alone, as if nothing had been answered before it. */
    private static SendFailure ofMixed(ClientBulkWriteException bulk, int sent, boolean stopsAtFirstError) {
        if (bulk.getCause() != null) {
            return of(bulk.getCause(), sent, stopsAtFirstError);
        }
        if (!bulk.getWriteConcernErrors().isEmpty()) {
            return ofConcern(bulk.getWriteConcernErrors().get(0));
        }
        long found = bulk.getPartialResult().map(RawDocumentSender::found).orElse(0L);
        return ofErrors(new TreeMap<>(bulk.getWriteErrors()), found, sent, stopsAtFirstError);
    }

    private static TreeMap<Integer, WriteError> errors(MongoBulkWriteException bulk) {
        TreeMap<Integer, WriteError> errors = new TreeMap<>();
        bulk.getWriteErrors().forEach(error -> errors.put(error.getIndex(), error));
        return errors;
    }

    private static SendFailure ofErrors(
            TreeMap<Integer, WriteError> errors, long found, int sent, boolean stopsAtFirstError) {
        MongoException transientError = errors.values().stream()
                .filter(error -> ServerStates.isServerState(error.getCode()))
                .findFirst()
                .map(error -> new MongoException(error.getCode(), error.getMessage()))
                .orElse(null);
        BitSet answered = new BitSet(sent);
        if (!errors.isEmpty()) {
            answered.set(0, stopsAtFirstError ? errors.firstKey() + 1 : sent);
        }
        return new SendFailure(errors, answered, new BitSet(), found, null, transientError, null);
    }

    /** Documents that were not confirmed are sent again, all of them: what their errors say is said then too. */
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
        return new SendFailure(new TreeMap<>(), new BitSet(), new BitSet(), 0, unlocated, transientError, concernError);
    }

    private static @Nullable MongoException mongoCause(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof MongoException mongo) {
                return mongo;
            }
        }
        return null;
    }

    /** Makes one {@link SendFailure} of those of several calls. */
    static final class SendFailureParts {

        private final TreeMap<Integer, WriteError> errors = new TreeMap<>();
        private final BitSet answered = new BitSet();
        private final BitSet unconfirmed = new BitSet();
        private long found;
        private @Nullable MongoException transientError;
        private @Nullable WriteConcernError concernError;

        private SendFailureParts() {}

        /** @throws RuntimeException of a part, where it tells neither of documents nor of the server's state */
        static SendFailure join(List<Part> parts, boolean stopsAtFirstError) {
            SendFailureParts joined = new SendFailureParts();
            for (Part part : parts) {
                joined.add(part, stopsAtFirstError);
            }
            return new SendFailure(
                    joined.errors,
                    joined.answered,
                    joined.unconfirmed,
                    joined.found,
                    null,
                    joined.transientError,
                    joined.concernError);
        }

        private void add(Part part, boolean stopsAtFirstError) {
            if (part.failure() == null) {
                answered.set(part.from(), part.to());
                found += part.found();
                return;
            }
            SendFailure failure = SendFailure.of(part.failure(), part.to() - part.from(), stopsAtFirstError);
            failure.errors().forEach((index, error) -> errors.put(part.from() + index, error));
            failure.answered().stream().forEach(index -> answered.set(part.from() + index));
            if (failure.unlocated() != null) {
                locate(part, failure.unlocated());
            }
            found += failure.found();
            transientError = transientError == null ? failure.transientError() : transientError;
            concernError = concernError == null ? failure.concernError() : concernError;
        }

        /**
         * A call for one document says by itself which it is; but of an error and an unmet write concern, the driver hands on
         * the error alone.
         */
        private void locate(Part part, WriteError error) {
            if (part.to() - part.from() != 1) {
                throw new IllegalStateException(
                        "a call for several documents does not tell which was refused", part.failure());
            }
            errors.put(part.from(), error);
            answered.set(part.from());
            unconfirmed.set(part.from());
        }
    }
}
