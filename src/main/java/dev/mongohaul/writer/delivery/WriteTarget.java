package dev.mongohaul.writer.delivery;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import dev.mongohaul.mongo.ServerKind;
import java.util.function.Supplier;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.ReactiveMongoDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;

/**
 * Where documents go and how.
 *
 * @param databases gives the target database
 * @param reactiveDatabases gives the target database by the reactive driver, which is another client
 * @param settings how to write
 * @param threads to send parts of a chunk by, for writers that can
 * @param maxDocumentSize bytes of the largest document that the server takes
 * @param mixedCommands whether the server takes commands of several operations
 * @param server how it is deployed
 * @param sessions by which changes are sent; null for inserts, which do no harm when they are late
 */
public record WriteTarget(
        SimpleMongoClientDatabaseFactory databases,
        Supplier<ReactiveMongoDatabaseFactory> reactiveDatabases,
        WriteSettings settings,
        SendThreads threads,
        int maxDocumentSize,
        boolean mixedCommands,
        ServerKind server,
        @Nullable WriteSessions sessions) {

    /** The same target, to be written to by several threads. */
    public WriteTarget with(SendThreads several) {
        return new WriteTarget(
                databases, reactiveDatabases, settings, several, maxDocumentSize, mixedCommands, server, sessions);
    }

    /** The same target, written to by a run that can lose its import to another process. */
    public WriteTarget ownedBy(WriteSessions.Owner owner) {
        WriteSessions owned = settings.insertsOnly()
                ? null
                : new WriteSessions(databases.getMongoCluster(), server, settings.writeConcern(), owner);
        return new WriteTarget(
                databases, reactiveDatabases, settings, threads, maxDocumentSize, mixedCommands, server, owned);
    }

    /** Begins a session for one thread; null where none is needed. */
    public WriteSessions.@Nullable Session begin() {
        return sessions == null ? null : sessions.begin();
    }

    /** As {@link WriteSessions#settleDoubts}; nothing where no sessions are needed. */
    public void settleDoubts() {
        if (sessions != null) {
            sessions.settleDoubts();
        }
    }

    /** The target collection, at the write concern of the settings, read from the primary. */
    public MongoCollection<RawBsonDocument> collection() {
        return databases
                .getMongoDatabase()
                .getCollection(settings.collection(), RawBsonDocument.class)
                .withReadPreference(ReadPreference.primary())
                .withReadConcern(ReadConcern.LOCAL)
                .withWriteConcern(settings.writeConcern());
    }

    /** What holds the target collection, for commands that name it themselves, at the write concern of the settings. */
    MongoCluster cluster() {
        return databases.getMongoCluster().withWriteConcern(settings.writeConcern());
    }
}
