package dev.mongohaul.writer.target;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.ServerAddress;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Inserts a chunk of encoded documents by one command, as the driver's {@code insertMany} does with half of its processor
 * time: nothing is made for each document.
 *
 * <p>What {@code insertMany} promises is kept: the command is sent once more, under the same number, where the answer got
 * lost or the server was not primary (the <a
 * href="https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md">retryable
 * writes</a> of the drivers), and errors come as a {@link MongoBulkWriteException}. For one thread.
 */
final class InsertSender {

    private static final String RETRYABLE = "RetryableWriteError";
    private static final ClientSessionOptions SESSION =
            ClientSessionOptions.builder().causallyConsistent(false).build();

    private final WriteTarget target;
    private final InsertCommand command;

    InsertSender(WriteTarget target) {
        this.target = target;
        this.command = new InsertCommand(target.settings());
    }

    /**
     * Sends the documents.
     *
     * @return false where they are too large for one command; nothing was sent then
     */
    boolean send(List<RawBsonDocument> documents) {
        MongoDatabase database = target.databases().getMongoDatabase();
        if (!target.retryableWrites()) {
            RawBsonDocument insert = command.of(documents, null);
            return insert != null && confirm(documents.size(), database.runCommand(insert, BsonDocument.class));
        }
        try (ClientSession session = target.databases().getSession(SESSION)) {
            RawBsonDocument insert =
                    command.of(documents, session.getServerSession().advanceTransactionNumber());
            return insert != null && confirm(documents.size(), run(database, session, insert));
        }
    }

    private static BsonDocument run(MongoDatabase database, ClientSession session, RawBsonDocument insert) {
        try {
            BsonDocument reply = database.runCommand(session, insert, BsonDocument.class);
            if (!labels(reply).contains(RETRYABLE)) {
                return reply;
            }
        } catch (MongoException e) {
            if (!(e instanceof MongoSocketException) && !e.hasErrorLabel(RETRYABLE)) {
                throw e;
            }
        }
        return database.runCommand(session, insert, BsonDocument.class);
    }

    /** @throws MongoBulkWriteException where not all is well */
    private static boolean confirm(int sent, BsonDocument reply) {
        List<BulkWriteError> errors = array(reply, "writeErrors").stream()
                .map(BsonValue::asDocument)
                .map(InsertSender::writeError)
                .toList();
        WriteConcernError concern = writeConcernError(reply);
        int inserted = reply.getNumber("n").intValue();
        if (!errors.isEmpty() || concern != null) {
            BulkWriteResult result = BulkWriteResult.acknowledged(inserted, 0, 0, 0, List.of(), List.of());
            // The answer does not say which server it is of.
            throw new MongoBulkWriteException(result, errors, concern, new ServerAddress(), labels(reply));
        }
        if (inserted != sent) {
            throw new IllegalStateException("The server inserted %d of %d documents and names no error: %s"
                    .formatted(inserted, sent, reply.toJson()));
        }
        return true;
    }

    private static BulkWriteError writeError(BsonDocument error) {
        return new BulkWriteError(
                error.getNumber("code").intValue(),
                error.getString("errmsg", new BsonString("")).getValue(),
                error.getDocument("errInfo", new BsonDocument()),
                error.getNumber("index").intValue());
    }

    private static @Nullable WriteConcernError writeConcernError(BsonDocument reply) {
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

    private static Set<String> labels(BsonDocument reply) {
        return array(reply, "errorLabels").stream()
                .map(label -> label.asString().getValue())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<BsonValue> array(BsonDocument reply, String name) {
        return reply.getArray(name, new BsonArray());
    }
}
