package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoSocketException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.mongohaul.mongo.TcpProxy.Break;
import dev.mongohaul.mongo.address.MongoAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpProxyIT {

    private static final Duration READ_TIMEOUT = Duration.ofMillis(500);

    private final String database = TestServer.database("proxy");
    private final TcpProxy network = TcpProxy.toTestServer();
    private final MongoClient client =
            MongoClients.create(MongoConnection.driverSettings(MongoAddress.parse(network.uri(database), "test"))
                    .retryWrites(false)
                    .applyToSocketSettings(socket -> socket.readTimeout(READ_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                    .build());
    private final MongoCollection<Document> collection =
            client.getDatabase(database).getCollection("documents");

    @AfterEach
    void close() {
        client.getDatabase(database).drop();
        client.close();
        network.close();
    }

    @ParameterizedTest
    @CsvSource({"UNSENT, 1", "UNANSWERED, 2", "CUT, 2", "HALF_CLOSED, 2", "SILENT, 2"})
    void secondInsertLosesItsConnectionAndTheNextGetsAnother(Break what, long stored) {
        network.breakAt("insert", 2, what);
        collection.insertOne(new Document());

        assertThatThrownBy(() -> collection.insertOne(new Document())).isInstanceOf(MongoSocketException.class);
        assertThat(collection.countDocuments()).isEqualTo(stored);
    }

    @Test
    void frozenNetworkIsSilentUntilItThaws() {
        collection.insertOne(new Document());
        network.freeze();

        assertThatThrownBy(() -> collection.insertOne(new Document())).isInstanceOf(MongoSocketException.class);
        network.thaw();

        assertThat(collection.countDocuments()).isPositive();
    }

    @Test
    void delayedNetworkTakesItsTime() {
        collection.insertOne(new Document());
        network.delay(Duration.ofMillis(100));
        long before = System.nanoTime();

        collection.insertOne(new Document());

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        network.delay(Duration.ZERO);
    }
}
