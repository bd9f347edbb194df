package dev.mongohaul.writer.delivery;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import dev.mongohaul.writer.delivery.CommandRuns.Run;
import dev.mongohaul.writer.delivery.WriteCommand.CommandReply;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Sends what is to be done with encoded documents, by one command for each operation. Errors come as the driver's bulk
 * write has them. For one thread.
 *
 * <p>In order there may be very many commands, each of which would wait until the write concern is met. A primary's writes
 * are replicated and journaled in their order, so that of all commands the last alone has to wait, as long as no other
 * primary was elected in between.
 */
public final class RawDocumentSender {

    /** PrimarySteppedDown. */
    private static final int STEPPED_DOWN = 189;

    private final WriteSettings settings;
    private final CommandSender commands;
    private final ClientBulkSender mixed;
    private final WriteSessions.@Nullable Session session;

    private long added;

    /** Of the primary that the last command went to; null where none is known. */
    private @Nullable BsonValue election;

    /** @param session that {@code target} began; null for inserts */
    public RawDocumentSender(WriteTarget target, WriteSessions.@Nullable Session session) {
        this.settings = target.settings();
        this.commands = new CommandSender(target, session);
        this.mixed = new ClientBulkSender(target, session);
        this.session = session;
    }

    /**
     * Does with all documents, in their order, what the settings say.
     *
     * @return how many operations found no document to act on
     */
    public long send(List<RawBsonDocument> documents) {
        return session == null ? sendAll(documents) : session.write(() -> sendAll(documents));
    }

    private long sendAll(List<RawBsonDocument> documents) {
        return unmatched(documents, commands.send(settings.operation(), documents, settings.writeConcern()));
    }

    /**
     * Does something of its own with each document: in their order where the settings ask for it, else in any. Takes one
     * command where the server knows such, else one for each operation, or run of one operation where in order.
     *
     * @return how many operations found no document to act on
     */
    public long send(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        return session == null ? sendAll(documents, operations) : session.write(() -> sendAll(documents, operations));
    }

    private long sendAll(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        OptionalLong unmatched = mixed.send(documents, operations);
        if (unmatched.isPresent()) {
            return unmatched.getAsLong();
        }
        return session != null && session.inTransaction()
                ? sendInTransaction(documents, operations)
                : sendRuns(documents, operations);
    }

    /** The transaction waits for the write concern, and takes nothing more after an error. */
    private long sendInTransaction(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        CommandRuns runs = new CommandRuns(operations, settings.ordered());
        for (Run run : runs.list()) {
            CommandReply reply = commands.send(run.operation(), run.of(documents), settings.writeConcern());
            runs.add(run, reply.requireWell());
        }
        return unmatched(documents, runs.total());
    }

    private long sendRuns(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        CommandRuns runs = new CommandRuns(operations, settings.ordered());
        boolean owed = false;
        for (Iterator<Run> left = runs.list().iterator(); left.hasNext() && !runs.stopped(); ) {
            Run run = left.next();
            boolean waits = !left.hasNext() || election == null;
            CommandReply reply = commands.send(
                    run.operation(), run.of(documents), waits ? settings.writeConcern() : WriteConcern.W1);
            runs.add(run, reply);
            if (reply.election() != null) {
                requireSamePrimary(owed, reply.election());
                owed = !waits;
            }
        }
        if (owed) {
            CommandReply reply = commands.confirm(settings.operations());
            requireSamePrimary(true, reply.election());
            runs.confirm(reply);
        }
        return unmatched(documents, runs.total());
    }

    private long unmatched(List<RawBsonDocument> documents, CommandReply reply) {
        added = reply.added();
        return documents.size() - reply.requireWell().found();
    }

    /** Documents that upserts of the last chunk added. */
    public long added() {
        return added;
    }

    /**
     * Takes notice of the primary.
     *
     * @param owed whether its answer has to cover commands before it
     * @throws MongoException of the server's state where it cannot: another primary may never hear of them
     */
    private void requireSamePrimary(boolean owed, @Nullable BsonValue current) {
        boolean same = Objects.equals(election, current);
        election = current;
        if (owed && !same) {
            throw new MongoException(STEPPED_DOWN, "Another primary was elected while a chunk was written");
        }
    }

    /** Operations that added a document or found one to act on. */
    public static long found(BulkWriteResult result) {
        return (long) result.getInsertedCount()
                + result.getMatchedCount()
                + result.getDeletedCount()
                + result.getUpserts().size();
    }

    /** As {@link #found(BulkWriteResult)}. */
    public static long found(ClientBulkWriteResult result) {
        return result.getInsertedCount()
                + result.getMatchedCount()
                + result.getDeletedCount()
                + result.getUpsertedCount();
    }
}
