package dev.mongohaul.compare.limit;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.job.content.InsertContent;
import dev.mongohaul.mongo.ClientSettings;
import dev.mongohaul.mongo.MongoAddress;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.jspecify.annotations.Nullable;

/** An insert command as the driver sends it to this server, seen on its way: all fields are those of an import. */
final class ObservedInsert implements CommandListener {

    private volatile @Nullable BsonDocument seen;

    private ObservedInsert() {}

    /** The command without its documents. Leaves a collection with two documents behind. */
    static BsonDocument of(MongoAddress address, MongoNamespace namespace, InsertContent content) {
        ObservedInsert observed = new ObservedInsert();
        try (MongoClient client = MongoClients.create(ClientSettings.defaults()
                .driverSettings(address)
                .retryWrites(false) // as the direct path sends it: the server takes more so
                .addCommandListener(observed)
                .build())) {
            MongoCollection<BsonDocument> collection = client.getDatabase(namespace.getDatabaseName())
                    .getCollection(namespace.getCollectionName(), BsonDocument.class)
                    .withWriteConcern(content.writeConcern());
            // Two, since the driver learns the cluster's time, which it hands on, from the first answer.
            for (int id = 1; id <= 2; id++) {
                collection.insertMany(
                        List.of(new BsonDocument("_id", new BsonInt32(id))),
                        new InsertManyOptions().ordered(content.ordered()));
            }
        }
        BsonDocument command = observed.seen;
        if (command == null) {
            throw new IllegalStateException("The driver sent no insert");
        }
        return command;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (event.getCommandName().equals("insert")) {
            // A copy: the driver uses the bytes behind it again.
            BsonDocument command = new BsonDocumentCodec()
                    .decode(
                            event.getCommand().asBsonReader(),
                            DecoderContext.builder().build());
            command.remove("documents");
            seen = command;
        }
    }
}
