package dev.mongohaul.writer.delivery;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientReplaceOneOptions;
import com.mongodb.client.model.bulk.ClientUpdateOneOptions;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Sends different operations by one command, which servers from 8.0 take: the driver's client-level bulk write. For one
 * thread.
 *
 * <p>A server that was updated from 7.0 refuses the command until its feature compatibility version is set: it is asked
 * once.
 */
final class ClientBulkSender {

    /** CommandNotFound and CommandNotSupported: nothing was done. */
    private static final Set<Integer> UNKNOWN_COMMAND = Set.of(59, 115);

    private final WriteTarget target;
    private final WriteSettings settings;
    private final MatchFilter filter;
    private final UpdateDocument update;
    private final WriteSessions.@Nullable Session session;
    private boolean takesMixed;

    ClientBulkSender(WriteTarget target, WriteSessions.@Nullable Session session) {
        this.target = target;
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
        this.update = new UpdateDocument(settings);
        this.session = session;
        this.takesMixed = target.mixedCommands();
    }

    /**
     * Does something of its own with each document: in their order where the settings ask for it, else in any.
     *
     * @return how many operations found no document to act on; empty where the server does not know such commands, and
     *     nothing was done
     */
    OptionalLong send(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        if (!takesMixed) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(documents.size() - RawDocumentSender.found(write(documents, operations)));
        } catch (MongoCommandException refusal) {
            if (!UNKNOWN_COMMAND.contains(refusal.getErrorCode())) {
                throw refusal;
            }
            takesMixed = false;
            return OptionalLong.empty();
        }
    }

    private ClientBulkWriteResult write(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        MongoNamespace collection = target.collection().getNamespace();
        List<ClientNamespacedWriteModel> models = IntStream.range(0, documents.size())
                .mapToObj(index -> model(collection, operations.get(index), documents.get(index)))
                .toList();
        ClientBulkWriteOptions options =
                ClientBulkWriteOptions.clientBulkWriteOptions().ordered(settings.ordered());
        return session == null
                ? target.cluster().bulkWrite(models, options)
                : target.cluster().bulkWrite(session.client(), models, options);
    }

    private ClientNamespacedWriteModel model(
            MongoNamespace collection, WriteOperation operation, RawBsonDocument document) {
        return switch (operation) {
            case INSERT -> ClientNamespacedWriteModel.insertOne(collection, document);
            case REPLACE ->
                ClientNamespacedWriteModel.replaceOne(
                        collection,
                        filter.of(document),
                        document,
                        ClientReplaceOneOptions.clientReplaceOneOptions().upsert(settings.upsert()));
            case UPDATE ->
                ClientNamespacedWriteModel.updateOne(
                        collection,
                        filter.of(document),
                        update.of(document),
                        ClientUpdateOneOptions.clientUpdateOneOptions().upsert(settings.upsert()));
            case DELETE -> ClientNamespacedWriteModel.deleteOne(collection, filter.of(document));
            case INSERT_AGAIN ->
                ClientNamespacedWriteModel.replaceOne(
                        collection,
                        MatchFilter.byId(document),
                        document,
                        ClientReplaceOneOptions.clientReplaceOneOptions().upsert(true));
        };
    }
}
