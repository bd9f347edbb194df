package dev.mongohaul.writer.delivery;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import dev.mongohaul.mongo.ServerFacts.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;
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

    /** As {@link WriteSessions#endUnconfirmed}; nothing where no sessions are needed. */
    public void endUnconfirmed() {
        if (sessions != null) {
            sessions.endUnconfirmed();
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

    /**
     * Threads by which a writer of one range sends several parts of a chunk at the same time, where the input has fewer ranges
     * than the job's grid size: an archive cannot be cut.
     *
     * @param executor runs all parts but the first, which the caller's thread sends
     * @param count parts of a chunk at most, 1 or more
     * @param smallestPart documents below which a part is not worth a command of its own
     */
    public record SendThreads(Executor executor, int count, int smallestPart) {

        /** Each chunk is sent in one piece. */
        public static final SendThreads NONE = new SendThreads(Runnable::run, 1, 1);

        public SendThreads {
            if (count < 1) {
                throw new IllegalArgumentException("a chunk cannot be sent in %d parts".formatted(count));
            }
        }

        /** In how many parts to send a chunk. */
        public int partsOf(int documents) {
            return Math.max(1, Math.min(count, documents / smallestPart));
        }

        /** Does something for each part, from 0 on; returns when all are done, interrupted or not. */
        public void forEach(int parts, IntConsumer action) {
            List<CompletableFuture<Void>> others = new ArrayList<>();
            for (int part = 1; part < parts; part++) {
                int index = part;
                others.add(CompletableFuture.runAsync(() -> action.accept(index), executor));
            }
            try {
                action.accept(0);
            } finally {
                others.forEach(CompletableFuture::join);
            }
        }
    }
}
