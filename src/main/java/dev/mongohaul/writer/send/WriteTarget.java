package dev.mongohaul.writer.send;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSession;
import dev.mongohaul.mongo.session.WriteSessions;
import java.util.function.Supplier;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.ReactiveMongoDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;

/**
 * Target of documents, with the settings to write them.
 *
 * @param databases of the target
 * @param reactiveDatabases of the target by the reactive driver, which is another client
 * @param settings of the write
 * @param threads that send parts of a chunk, for writers that support it
 * @param maxDocumentSize bytes of the largest document that the server takes
 * @param mixedCommands whether the server supports commands of several operations
 * @param server kind of deployment
 * @param sessions that send changes; null for inserts, which do no harm when they are late
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

    /** Returns the same target for a run that can lose its import to another process. */
    public WriteTarget ownedBy(SessionOwner owner) {
        WriteSessions owned = settings.insertsOnly()
                ? null
                : new WriteSessions(databases.getMongoCluster(), server, settings.writeConcern(), owner);
        return new WriteTarget(
                databases, reactiveDatabases, settings, threads, maxDocumentSize, mixedCommands, server, owned);
    }

    /** Begins a session for one thread; returns null if none is needed. */
    public @Nullable WriteSession begin() {
        return sessions == null ? null : sessions.begin();
    }

    /** As {@link WriteSessions#close}; does nothing if no sessions are needed. */
    public void close() {
        if (sessions != null) {
            sessions.close();
        }
    }

    /** As {@link WriteSessions#endUnconfirmed}; does nothing if no sessions are needed. */
    public void endUnconfirmed() {
        if (sessions != null) {
            sessions.endUnconfirmed();
        }
    }

    /** Returns the target collection, at the write concern of the settings, read from the primary. */
    public MongoCollection<RawBsonDocument> collection() {
        return databases
                .getMongoDatabase()
                .getCollection(settings.collection(), RawBsonDocument.class)
                .withReadPreference(ReadPreference.primary())
                .withReadConcern(ReadConcern.LOCAL)
                .withWriteConcern(settings.writeConcern());
    }

    /** Returns the server of the target collection, at the write concern of the settings, for client-level commands. */
    MongoCluster cluster() {
        return databases.getMongoCluster().withWriteConcern(settings.writeConcern());
    }
}
