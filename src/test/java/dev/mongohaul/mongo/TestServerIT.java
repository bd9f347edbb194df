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
        FailPoint.on("insert")
                .errorCode(13)
                .during(
                        TestServer.client(),
                        () -> assertThatThrownBy(() -> collection.insertOne(new Document("_id", 1)))
                                .isInstanceOfSatisfying(
                                        MongoCommandException.class,
                                        e -> assertThat(e.getErrorCode()).isEqualTo(13)));

        collection.insertOne(new Document("_id", 1));
        assertThat(collection.countDocuments()).isEqualTo(1);
    }

    @Test
    void writeConcernErrorComesAfterTheWrite() {
        FailPoint.on("insert")
                .writeConcernError(64)
                .times(1)
                .during(
                        TestServer.client(),
                        () -> assertThatThrownBy(() -> collection.insertOne(new Document("_id", 1)))
                                .isInstanceOf(MongoWriteConcernException.class));

        assertThat(collection.countDocuments()).isEqualTo(1);
    }
}
