package dev.mongohaul.writer.delivery;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What the server says of a write command.
 *
 * @param found documents that were added, or found to be acted on
 * @param added those among them that an upsert added
 * @param errors of single documents, by their index in the command
 * @param unconfirmed the write concern that was not met
 * @param election of the primary that carried the command out; null where that is not told: by a server that is no member
 *     of a replica set, by the driver
 */
record CommandReply(
        long found,
        long added,
        List<BulkWriteError> errors,
        @Nullable WriteConcernError unconfirmed,
        Set<String> labels,
        @Nullable BsonValue election) {

    static CommandReply of(BsonDocument reply) {
        return new CommandReply(
                reply.getNumber("n").longValue(),
                array(reply, "upserted").size(),
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

    /** Of the driver, which tells nothing of elections. */
    static CommandReply of(BulkWriteResult result) {
        return new CommandReply(
                RawDocumentSender.found(result), result.getUpserts().size(), List.of(), null, Set.of(), null);
    }

    /** Of the driver, where not all went well. */
    static CommandReply of(MongoBulkWriteException failure) {
        return new CommandReply(
                RawDocumentSender.found(failure.getWriteResult()),
                failure.getWriteResult().getUpserts().size(),
                failure.getWriteErrors(),
                failure.getWriteConcernError(),
                failure.getErrorLabels(),
                null);
    }

    /** Where none was asked for: all that was sent is taken to have arrived. */
    static CommandReply none(int sent) {
        return new CommandReply(sent, 0, List.of(), null, Set.of(), null);
    }

    boolean isWell() {
        return errors.isEmpty() && unconfirmed == null;
    }

    /**
     * This reply.
     *
     * @throws MongoBulkWriteException where not all is well
     */
    CommandReply requireWell() {
        if (!isWell()) {
            BulkWriteResult result =
                    BulkWriteResult.acknowledged(Math.toIntExact(found), 0, 0, 0, List.of(), List.of());
            // The answer does not say which server it is of.
            throw new MongoBulkWriteException(result, errors, unconfirmed, new ServerAddress(), labels);
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
