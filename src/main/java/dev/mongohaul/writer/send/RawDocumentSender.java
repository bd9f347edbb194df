package dev.mongohaul.writer.send;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
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
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientReplaceOneOptions;
import com.mongodb.client.model.bulk.ClientUpdateOneOptions;
import dev.mongohaul.mongo.session.WriteSession;
import dev.mongohaul.mongo.session.WriteSessions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Sender of encoded documents: one command for each operation, with the exceptions of the driver's bulk write. For one
 * thread.
 *
 * <p>A command needs half of the processor time of the driver's bulk write, since an insert creates no object for each
 * document. It is no <a
 * href="https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md">retryable
 * write</a>, for which the server stores a statement number with each document: a tenth of its time. A command whose
 * answer is lost is sent again like any other that met a transient error. Changes of existing documents are retryable: see
 * {@link WriteSessions}.
 *
 * <p>Ordered operations can take very many commands, each of which would wait until the write concern is met. A primary's
 * writes are replicated and journaled in their order, so that only the last command has to wait, as long as no other
 * primary was elected in between.
 */
public final class RawDocumentSender {

    /** PrimarySteppedDown. */
    private static final int STEPPED_DOWN = 189;

    /** CommandNotFound and CommandNotSupported: nothing was done. */
    private static final Set<Integer> UNKNOWN_COMMAND = Set.of(59, 115);

    private final WriteTarget target;
    private final WriteSettings settings;
    private final WriteCommand command;
    private final MatchFilter filter;
    private final @Nullable WriteSession session;
    private boolean takesMixedCommands;

    /** Election of the primary that executed the last command; null if unknown. */
    private @Nullable BsonValue election;

    /** @param session that {@code target} began; null for inserts */
    public RawDocumentSender(WriteTarget target, @Nullable WriteSession session) {
        this.target = target;
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
        this.command = new WriteCommand(settings, filter);
        this.session = session;
        this.takesMixedCommands = target.mixedCommands();
    }

    /**
     * Applies each document's operation: in their order if the settings are ordered, else in any order. Different
     * operations take one command where the server supports that, else one for each operation, or for each run of equal
     * operations if ordered.
     */
    public SendResult send(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        if (session == null) {
            return sendAll(documents, operations);
        }
        boolean inserts = !settings.isMixed() && operations.get(0).inserts();
        return inserts
                ? session.insert(() -> sendAll(documents, operations))
                : session.write(() -> sendAll(documents, operations));
    }

    private SendResult sendAll(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        if (!settings.isMixed()) {
            return sendCommand(operations.get(0), documents, settings.writeConcern())
                    .requireSuccess()
                    .result(documents.size());
        }
        if (takesMixedCommands) {
            try {
                return CommandReply.of(sendMixed(documents, operations)).result(documents.size());
            } catch (MongoCommandException refusal) {
                if (!UNKNOWN_COMMAND.contains(refusal.getErrorCode())) {
                    throw refusal;
                }
                // A server that was upgraded from 7.0 refuses the command until its compatibility version is set.
                takesMixedCommands = false;
            }
        }
        boolean atOnce = session != null && session.inTransaction();
        List<Run> runs = Run.of(operations, settings.ordered());
        CommandReply reply = atOnce ? sendAtOnce(runs, documents) : sendRuns(runs, documents);
        return reply.requireSuccess().result(documents.size());
    }

    /** Sends runs in a transaction: its commit waits for the write concern, and it takes no command after an error. */
    private CommandReply sendAtOnce(List<Run> runs, List<RawBsonDocument> documents) {
        CommandReply total = CommandReply.none(0);
        for (Run run : runs) {
            CommandReply reply = sendCommand(run.operation(), run.of(documents), settings.writeConcern());
            total = total.plus(reply.requireSuccess(), run.indexes());
        }
        return total;
    }

    private CommandReply sendRuns(List<Run> runs, List<RawBsonDocument> documents) {
        CommandReply total = CommandReply.none(0);
        boolean owed = false;
        for (Iterator<Run> left = runs.iterator(); left.hasNext(); ) {
            if (settings.ordered() && !total.errors().isEmpty()) {
                break;
            }
            Run run = left.next();
            boolean waits = !left.hasNext() || election == null;
            CommandReply reply =
                    sendCommand(run.operation(), run.of(documents), waits ? settings.writeConcern() : WriteConcern.W1);
            total = total.plus(reply, run.indexes());
            if (reply.election() != null) {
                requireSamePrimary(owed, reply.election());
                owed = !waits;
            }
        }
        if (owed) {
            CommandReply reply = confirm(settings.operations());
            requireSamePrimary(true, reply.election());
            total = total.plus(new CommandReply(0, 0, 0, List.of(), reply.concernError(), Set.of(), null), List.of());
        }
        return total;
    }

    /**
     * Remembers the primary.
     *
     * @param owed whether its answer has to cover commands before it
     * @throws MongoException a transient error if another primary was elected, which may never receive those commands
     */
    private void requireSamePrimary(boolean owed, @Nullable BsonValue current) {
        boolean same = Objects.equals(election, current);
        election = current;
        if (owed && !same) {
            throw new MongoException(STEPPED_DOWN, "Another primary was elected while a chunk was written");
        }
    }

    /** Sends one command, or a bulk write of the driver if the documents exceed one command or no answer is asked for. */
    private CommandReply sendCommand(WriteOperation operation, List<RawBsonDocument> documents, WriteConcern concern) {
        RawBsonDocument encoded = null;
        if (concern.isAcknowledged()) {
            encoded = session == null
                    ? command.of(operation, documents, concern, null)
                    : command.of(operation, documents, session.inTransaction() ? null : concern, session.nextNumber());
        }
        if (encoded == null) {
            return sendByDriver(operation, documents);
        }
        BsonDocument answer = run(encoded);
        CommandReply reply = CommandReply.of(answer);
        if (operation.inserts() && reply.isSuccess() && reply.found() != documents.size()) {
            throw new IllegalStateException("The server inserted %d of %d documents and reported no error: %s"
                    .formatted(reply.found(), documents.size(), answer.toJson()));
        }
        return reply;
    }

    /** Sends a command without effect, whose answer comes when all writes before it meet the write concern. */
    private CommandReply confirm(Set<WriteOperation> allowed) {
        boolean delete = allowed.contains(WriteOperation.DELETE);
        BsonDocument nothing = new BsonDocument("q", new BsonDocument("_id", new BsonDocument("$in", new BsonArray())))
                .append(delete ? "limit" : "u", delete ? new BsonInt32(1) : new BsonDocument());
        BsonDocument noop = new BsonDocument(delete ? "delete" : "update", new BsonString(settings.collection()))
                .append(delete ? "deletes" : "updates", new BsonArray(List.of(nothing)))
                .append("writeConcern", settings.writeConcern().asDocument());
        return CommandReply.of(run(noop));
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
            case INSERT, ADD -> new InsertOneModel<>(command.added(document));
            case REPLACE, UPSERT, INSERT_AGAIN ->
                new ReplaceOneModel<>(
                        filter.of(operation, document), document, new ReplaceOptions().upsert(operation.upserts()));
            case UPDATE, MERGE ->
                new UpdateOneModel<>(
                        filter.of(document),
                        filter.update(operation, document),
                        new UpdateOptions().upsert(operation.upserts()));
            case DELETE -> new DeleteOneModel<>(filter.of(document));
        };
    }

    /** Sends different operations by one command, which servers since 8.0 support: the driver's client-level bulk write. */
    private ClientBulkWriteResult sendMixed(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        MongoNamespace collection = target.collection().getNamespace();
        List<ClientNamespacedWriteModel> models = IntStream.range(0, documents.size())
                .mapToObj(index -> mixedModel(collection, operations.get(index), documents.get(index)))
                .toList();
        ClientBulkWriteOptions options =
                ClientBulkWriteOptions.clientBulkWriteOptions().ordered(settings.ordered());
        return session == null
                ? target.cluster().bulkWrite(models, options)
                : target.cluster().bulkWrite(session.client(), models, options);
    }

    private ClientNamespacedWriteModel mixedModel(
            MongoNamespace collection, WriteOperation operation, RawBsonDocument document) {
        return switch (operation) {
            case INSERT, ADD -> ClientNamespacedWriteModel.insertOne(collection, document);
            case REPLACE, UPSERT, INSERT_AGAIN ->
                ClientNamespacedWriteModel.replaceOne(
                        collection,
                        filter.of(operation, document),
                        document,
                        ClientReplaceOneOptions.clientReplaceOneOptions().upsert(operation.upserts()));
            case UPDATE, MERGE ->
                ClientNamespacedWriteModel.updateOne(
                        collection,
                        filter.of(document),
                        filter.update(operation, document),
                        ClientUpdateOneOptions.clientUpdateOneOptions().upsert(operation.upserts()));
            case DELETE -> ClientNamespacedWriteModel.deleteOne(collection, filter.of(document));
        };
    }

    /**
     * The documents of one command, by their indexes: one command for each operation, or, if ordered, for each run of equal
     * operations.
     */
    private record Run(WriteOperation operation, List<Integer> indexes) {

        static List<Run> of(List<WriteOperation> operations, boolean ordered) {
            List<Run> runs = new ArrayList<>();
            Map<WriteOperation, Run> open = new EnumMap<>(WriteOperation.class);
            for (int index = 0; index < operations.size(); index++) {
                WriteOperation operation = operations.get(index);
                Run run = open.get(operation);
                if (run == null) {
                    run = new Run(operation, new ArrayList<>());
                    runs.add(run);
                    if (ordered) {
                        open.clear();
                    }
                    open.put(operation, run);
                }
                run.indexes.add(index);
            }
            return runs;
        }

        List<RawBsonDocument> of(List<RawBsonDocument> documents) {
            return indexes.size() == documents.size()
                    ? documents
                    : indexes.stream().map(documents::get).toList();
        }
    }
}
