package dev.mongohaul.writer.send;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reply of the server to a write command.
 *
 * @param found number of documents that were added or matched
 * @param added number of documents that upserts added
 * @param unchanged number of documents that were matched and not changed
 * @param errors of single documents, with their index in the command
 * @param concernError the write concern that was not met
 * @param election of the primary that executed the command; null if not reported: by the driver, and by a server that is
 *     not a member of a replica set
 */
record CommandReply(
        long found,
        long added,
        long unchanged,
        List<BulkWriteError> errors,
        @Nullable WriteConcernError concernError,
        Set<String> labels,
        @Nullable BsonValue election) {

    static CommandReply of(BsonDocument reply) {
        long found = reply.getNumber("n").longValue();
        long added = array(reply, "upserted").size();
        return new CommandReply(
                found,
                added,
                reply.containsKey("nModified")
                        ? found - added - reply.getNumber("nModified").longValue()
                        : 0,
                array(reply, "writeErrors").stream()
                        .map(BsonValue::asDocument)
                        .map(CommandReply::writeError)
                        .toList(),
                concernError(reply),
                array(reply, "errorLabels").stream()
                        .map(label -> label.asString().getValue())
                        .collect(Collectors.toUnmodifiableSet()),
                reply.get("electionId"));
    }

    /** Returns the reply of a bulk write of the driver, which does not report elections. */
    static CommandReply of(BulkWriteResult result) {
        return new CommandReply(
                SendResult.found(result),
                result.getUpserts().size(),
                SendResult.unchanged(result),
                List.of(),
                null,
                Set.of(),
                null);
    }

    /** As {@link #of(BulkWriteResult)}. */
    static CommandReply of(ClientBulkWriteResult result) {
        return new CommandReply(
                SendResult.found(result),
                result.getUpsertedCount(),
                SendResult.unchanged(result),
                List.of(),
                null,
                Set.of(),
                null);
    }

    static CommandReply of(MongoBulkWriteException failure) {
        return new CommandReply(
                SendResult.found(failure.getWriteResult()),
                failure.getWriteResult().getUpserts().size(),
                SendResult.unchanged(failure.getWriteResult()),
                failure.getWriteErrors(),
                failure.getWriteConcernError(),
                failure.getErrorLabels(),
                null);
    }

    /** Returns the reply of a write without acknowledgement: all documents count as written. */
    static CommandReply none(int sent) {
        return new CommandReply(sent, 0, 0, List.of(), null, Set.of(), null);
    }

    /**
     * Returns the sum of both replies, with the first unmet write concern.
     *
     * @param indexes of the documents of the next command
     */
    CommandReply plus(CommandReply next, List<Integer> indexes) {
        List<BulkWriteError> allErrors = new ArrayList<>(errors);
        for (BulkWriteError error : next.errors) {
            int index = indexes.get(error.getIndex());
            allErrors.add(new BulkWriteError(error.getCode(), error.getMessage(), error.getDetails(), index));
        }
        Set<String> allLabels = new HashSet<>(labels);
        allLabels.addAll(next.labels);
        return new CommandReply(
                found + next.found,
                added + next.added,
                unchanged + next.unchanged,
                allErrors,
                concernError == null ? next.concernError : concernError,
                allLabels,
                null);
    }

    /**
     * Returns the result of a successful command.
     *
     * @param sent number of its operations
     */
    SendResult result(int sent) {
        return new SendResult(sent - found, unchanged, added);
    }

    boolean isSuccess() {
        return errors.isEmpty() && concernError == null;
    }

    /** @throws MongoBulkWriteException if it contains errors */
    CommandReply requireSuccess() {
        if (!isSuccess()) {
            BulkWriteResult result = BulkWriteResult.acknowledged(
                    Math.toIntExact(found - unchanged), Math.toIntExact(unchanged), 0, 0, List.of(), List.of());
            // The answer does not contain the address of the server.
            throw new MongoBulkWriteException(result, errors, concernError, new ServerAddress(), labels);
        }
        return this;
    }

    private static BulkWriteError writeError(BsonDocument error) {
        return new BulkWriteError(
                error.getNumber("code").intValue(),
                error.getString("errmsg", new BsonString("")).getValue(),
                error.getDocument("errInfo", new BsonDocument()),
                error.getNumber("index").intValue());
    }

    private static @Nullable WriteConcernError concernError(BsonDocument reply) {
        if (!reply.containsKey("writeConcernError")) {
            return null;
        }
        BsonDocument error = reply.getDocument("writeConcernError");
        return new WriteConcernError(
                error.getNumber("code").intValue(),
                error.getString("codeName", new BsonString("")).getValue(),
                error.getString("errmsg", new BsonString("")).getValue(),
                error.getDocument("errInfo", new BsonDocument()));
    }

    private static List<BsonValue> array(BsonDocument reply, String name) {
        return reply.getArray(name, new BsonArray());
    }
}
