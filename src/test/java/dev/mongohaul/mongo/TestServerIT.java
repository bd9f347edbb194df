package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.client.MongoCollection;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class TestServerIT {

    private final MongoCollection<Document> collection =
            TestServer.client().getDatabase(TestServer.database("test-server")).getCollection("c");

    @Test
    void acceptsWrites() {
        collection.insertOne(new Document("_id", 1));

        assertThat(collection.find()).containsExactly(new Document("_id", 1));
    }

    @Test
    void failPointFailsTheCommandUntilClosed() {
        try (FailPoint failing = FailPoint.on("insert").errorCode(13).enable(TestServer.client())) {
            assertThatThrownBy(() -> collection.insertOne(new Document("_id", 1)))
                    .isInstanceOf(MongoCommandException.class)
                    .extracting(e -> ((MongoCommandException) e).getErrorCode())
                    .isEqualTo(13);
            assertThat(failing).isNotNull();
        }

        collection.insertOne(new Document("_id", 1));
        assertThat(collection.countDocuments()).isEqualTo(1);
    }

    @Test
    void writeConcernErrorComesAfterTheWrite() {
        try (FailPoint failing =
                FailPoint.on("insert").writeConcernError(64).times(1).enable(TestServer.client())) {
            assertThatThrownBy(() -> collection.insertOne(new Document("_id", 1)))
                    .isInstanceOf(MongoWriteConcernException.class);
            assertThat(failing).isNotNull();
        }

        assertThat(collection.countDocuments()).isEqualTo(1);
    }
}
