package dev.mongohaul.writer.target;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
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
 * time: nothing is made for each document. Errors come as a {@link MongoBulkWriteException}, too.
 *
 * <p>It is no <a
 * href="https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md">retryable
 * write</a>, for which the server notes down a statement number with each document: a tenth of its time. A chunk whose
 * answer is lost is sent again as any other that met trouble, and its ids tell what is there already. For one thread.
 */
final class InsertSender {

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
        RawBsonDocument insert = command.of(documents);
        if (insert == null) {
            return false;
        }
        MongoDatabase database = target.databases().getMongoDatabase();
        confirm(documents.size(), database.runCommand(insert, BsonDocument.class));
        return true;
    }

    /** @throws MongoBulkWriteException where not all is well */
    private static void confirm(int sent, BsonDocument reply) {
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
