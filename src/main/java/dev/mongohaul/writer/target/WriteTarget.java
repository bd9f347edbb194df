package dev.mongohaul.writer.target;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import java.util.function.Supplier;
import org.bson.RawBsonDocument;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.ReactiveMongoDatabaseFactory;

/**
 * Where documents go and how.
 *
 * @param databases gives the target database
 * @param reactiveDatabases gives the target database by the reactive driver, which is another client
 * @param settings how to write
 * @param threads to send parts of a chunk by, for writers that can
 * @param maxDocumentSize bytes of the largest document that the server takes
 */
public record WriteTarget(
        MongoDatabaseFactory databases,
        Supplier<ReactiveMongoDatabaseFactory> reactiveDatabases,
        WriteSettings settings,
        SendThreads threads,
        int maxDocumentSize) {

    /** The same target, to be written to by several threads. */
    public WriteTarget with(SendThreads several) {
        return new WriteTarget(databases, reactiveDatabases, settings, several, maxDocumentSize);
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
}
