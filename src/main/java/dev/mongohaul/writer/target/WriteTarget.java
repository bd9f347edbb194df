package dev.mongohaul.writer.target;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import java.util.function.Supplier;
import org.bson.RawBsonDocument;
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
 */
public record WriteTarget(
        SimpleMongoClientDatabaseFactory databases,
        Supplier<ReactiveMongoDatabaseFactory> reactiveDatabases,
        WriteSettings settings,
        SendThreads threads,
        int maxDocumentSize,
        boolean mixedCommands) {

    /** The same target, to be written to by several threads. */
    public WriteTarget with(SendThreads several) {
        return new WriteTarget(databases, reactiveDatabases, settings, several, maxDocumentSize, mixedCommands);
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
