package dev.mongohaul.writer.delivery;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import dev.mongohaul.writer.delivery.WriteCommand.CommandReply;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Does the same with each of some encoded documents by one command, as the driver's bulk write does with half of its
 * processor time: nothing is made for each document of an insert.
 *
 * <p>It is no <a
 * href="https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md">retryable
 * write</a>, for which the server notes down a statement number with each document: a tenth of its time. A command whose
 * answer is lost is sent again as any other that met trouble. Changes of documents that are there already are: see {@link
 * WriteSessions}. For one thread.
 */
final class CommandSender {

    private final WriteTarget target;
    private final WriteSettings settings;
    private final WriteCommand command;
    private final MatchFilter filter;
    private final UpdateDocument update;
    private final WriteSessions.@Nullable Session session;

    CommandSender(WriteTarget target, WriteSessions.@Nullable Session session) {
        this.target = target;
        this.settings = target.settings();
        this.command = new WriteCommand(settings);
        this.filter = new MatchFilter(settings);
        this.update = new UpdateDocument(settings);
        this.session = session;
    }

    /** Sends the documents, in their order; by the driver where they are too large for one command, or no answer is asked for. */
    CommandReply send(WriteOperation operation, List<RawBsonDocument> documents, WriteConcern concern) {
        RawBsonDocument encoded = concern.isAcknowledged() ? command(operation, documents, concern) : null;
        if (encoded == null) {
            return sendByDriver(operation, documents);
        }
        BsonDocument answer = run(encoded);
        CommandReply reply = CommandReply.of(answer);
        if (operation == WriteOperation.INSERT && reply.isWell() && reply.found() != documents.size()) {
            throw new IllegalStateException("The server inserted %d of %d documents and names no error: %s"
                    .formatted(reply.found(), documents.size(), answer.toJson()));
        }
        return reply;
    }

    /** Changes nothing; the answer is given when all writes before it meet the write concern. */
    CommandReply confirm(Set<WriteOperation> allowed) {
        boolean delete = allowed.contains(WriteOperation.DELETE);
        BsonDocument nothing = new BsonDocument("q", new BsonDocument("_id", new BsonDocument("$in", new BsonArray())))
                .append(delete ? "limit" : "u", delete ? new BsonInt32(1) : new BsonDocument());
        BsonDocument noop = new BsonDocument(delete ? "delete" : "update", new BsonString(settings.collection()))
                .append(delete ? "deletes" : "updates", new BsonArray(List.of(nothing)))
                .append("writeConcern", settings.writeConcern().asDocument());
        return CommandReply.of(run(noop));
    }

    private @Nullable RawBsonDocument command(
            WriteOperation operation, List<RawBsonDocument> documents, WriteConcern concern) {
        if (session == null) {
            return command.of(operation, documents, concern, null);
        }
        return command.of(operation, documents, session.inTransaction() ? null : concern, session.nextNumber());
    }

    private BsonDocument run(BsonDocument encoded) {
        MongoDatabase database = target.databases().getMongoDatabase();
        return session == null
                ? database.runCommand(encoded, BsonDocument.class)
                : database.runCommand(session.client(), encoded, BsonDocument.class);
    }

    private CommandReply sendByDriver(WriteOperation operation, List<RawBsonDocument> documents) {
        MongoCollection<RawBsonDocument> collection = target.collection();
        List<WriteModel<RawBsonDocument>> models =
                documents.stream().map(document -> model(operation, document)).toList();
        try {
            BulkWriteOptions options = new BulkWriteOptions().ordered(settings.ordered());
            BulkWriteResult result = session == null
                    ? collection.bulkWrite(models, options)
                    : collection.bulkWrite(session.client(), models, options);
            return result.wasAcknowledged() ? CommandReply.of(result) : CommandReply.none(documents.size());
        } catch (MongoBulkWriteException failure) {
            return CommandReply.of(failure);
        }
    }

    private WriteModel<RawBsonDocument> model(WriteOperation operation, RawBsonDocument document) {
        return switch (operation) {
            case INSERT -> new InsertOneModel<>(document);
            case REPLACE ->
                new ReplaceOneModel<>(filter.of(document), document, new ReplaceOptions().upsert(settings.upsert()));
            case UPDATE ->
                new UpdateOneModel<>(
                        filter.of(document), update.of(document), new UpdateOptions().upsert(settings.upsert()));
            case DELETE -> new DeleteOneModel<>(filter.of(document));
            case INSERT_AGAIN ->
                new ReplaceOneModel<>(MatchFilter.byId(document), document, new ReplaceOptions().upsert(true));
        };
    }
}
