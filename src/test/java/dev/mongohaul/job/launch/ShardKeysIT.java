package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.AuthServer;
import dev.mongohaul.mongo.ClientSettings;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.TestServer;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Reads what a sharded cluster keeps from a database that holds the like. */
@ExtendWith(OutputCaptureExtension.class)
class ShardKeysIT {

    @Test
    void shardKeyOfACollectionKeepsTheOrderOfItsFields() {
        MongoDatabase config = TestServer.client().getDatabase(TestServer.database("config"));
        config.getCollection("collections")
                .insertMany(List.of(
                        sharded("shop.customers", "{'region': 1, 'customer.id': 'hashed'}"),
                        sharded("shop.orders", "{_id: 1}"),
                        sharded("shop.moved", "{_id: 1}").append("unsplittable", true),
                        sharded("shop.gone", "{_id: 1}").append("dropped", true)));
        ShardKeys keys = new ShardKeys(config);

        assertThat(keys.of(new MongoNamespace("shop.customers")))
                .hasValueSatisfying(key -> assertThat(key.fields().keySet()).containsExactly("region", "customer.id"));
        assertThat(keys.of(new MongoNamespace("shop.moved"))).isEmpty();
        assertThat(keys.of(new MongoNamespace("shop.gone"))).isEmpty();
        assertThat(keys.of(new MongoNamespace("shop.customer"))).isEmpty();
        config.drop();
    }

    private static Document sharded(String collection, String key) {
        return new Document("_id", collection).append("key", Document.parse(key));
    }

    @Test
    void serverThatIsNoShardedClusterHasNone() {
        MongoAddress address = MongoAddress.parse(TestServer.uri(), "test");

        try (MongoConnection connection = MongoConnection.open(address, ClientSettings.defaults())) {
            assertThat(ShardKeys.of(connection).of(new MongoNamespace("shop.customers")))
                    .isEmpty();
        }
    }

    @Test
    void userWhoMayNotReadThemIsWarned(CapturedOutput output) {
        try (AuthServer server = AuthServer.start()) {
            server.createUser("loader", "for this test", "readWriteAnyDatabase");
            try (MongoClient client = MongoClients.create(server.uri("loader", "for this test", "shop"))) {
                ShardKeys keys = new ShardKeys(client.getDatabase("config"));

                assertThat(keys.of(new MongoNamespace("shop.customers"))).isEmpty();
            }
        }
        assertThat(output)
                .contains("The shard key of shop.customers is not checked")
                .contains("the user may not read config.collections");
    }
}
