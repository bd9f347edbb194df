package dev.mongohaul.job.target;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.AuthServer;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Shard keys that are read from a copy of the metadata of a sharded cluster. */
@ExtendWith(OutputCaptureExtension.class)
class ShardKeysIT {

    @Test
    void shardKeyKeepsTheOrderOfItsFields() {
        MongoDatabase config = TestServer.client().getDatabase(TestServer.database("config"));
        config.getCollection("collections")
                .insertMany(List.of(
                        sharded("shop.customers", "{'region': 1, 'customer.id': 'hashed'}"),
                        sharded("shop.orders", "{_id: 1}"),
                        sharded("shop.moved", "{_id: 1}").append("unsplittable", true),
                        sharded("shop.gone", "{_id: 1}").append("dropped", true)));

        assertThat(TargetCollection.shardKey(config, new MongoNamespace("shop.customers")))
                .hasValueSatisfying(key -> assertThat(key.fields().keySet()).containsExactly("region", "customer.id"));
        assertThat(TargetCollection.shardKey(config, new MongoNamespace("shop.moved")))
                .isEmpty();
        assertThat(TargetCollection.shardKey(config, new MongoNamespace("shop.gone")))
                .isEmpty();
        assertThat(TargetCollection.shardKey(config, new MongoNamespace("shop.customer")))
                .isEmpty();
        config.drop();
    }

    private static Document sharded(String collection, String key) {
        return new Document("_id", collection).append("key", Document.parse(key));
    }

    @Test
    void unshardedServerHasNoShardKeys() {
        MongoAddress address = MongoAddress.parse(TestServer.uri(), "test");

        try (MongoConnection connection = MongoConnection.open(address)) {
            assertThat(TargetCollection.shardKey(connection, new MongoNamespace("shop.customers")))
                    .isEmpty();
        }
    }

    @Test
    void userWithoutReadPermissionIsWarned(CapturedOutput output) {
        try (AuthServer server = AuthServer.start()) {
            server.createUser("loader", "for this test", "readWriteAnyDatabase");
            try (MongoClient client = MongoClients.create(server.uri("loader", "for this test", "shop"))) {
                MongoDatabase config = client.getDatabase("config");

                assertThat(TargetCollection.shardKey(config, new MongoNamespace("shop.customers")))
                        .isEmpty();
            }
        }
        assertThat(output)
                .contains("The shard key of shop.customers is not checked")
                .contains("the user may not read config.collections");
    }
}
