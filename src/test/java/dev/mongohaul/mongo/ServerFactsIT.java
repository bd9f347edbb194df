package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.address.MongoAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerFactsIT {

    @Test
    void replicaSetIsRecognised() {
        ServerFacts facts = ServerFacts.read(TestServer.client(), address(TestServer.uri()));

        assertThat(facts.kind()).isEqualTo(ServerKind.REPLICA_SET);
        assertThat(facts.version()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(facts.maxWireVersion()).isGreaterThanOrEqualTo(17);
        assertThat(facts.maxBsonObjectSize()).isEqualTo(16 * 1024 * 1024);
        assertThat(facts.warnings()).isEmpty();
    }

    @Test
    void standaloneServerHasAWarning() {
        assertThat(new ServerFacts(ServerKind.STANDALONE, "8.0.23", 25, 16 << 20).warnings())
                .singleElement()
                .asString()
                .contains("standalone", "no other server has the documents");
    }

    @ParameterizedTest
    @CsvSource({"7.0.34, 21, false", "8.0.23, 25, true", "8.2.9, 27, true"})
    void mixedCommandsAreSupportedSinceVersion8(String version, int maxWireVersion, boolean taken) {
        ServerFacts facts = new ServerFacts(ServerKind.REPLICA_SET, version, maxWireVersion, 16 << 20);

        assertThat(facts.takesMixedCommands()).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    mongodb://user:s3cret@127.0.0.1:1/shop             | 127.0.0.1:1/shop         | Connection refused
                    mongodb://user:s3cret@no-such-host.invalid/shop    | no-such-host.invalid/shop | the host name is unknown
                    """)
    void unreachableServerIsReportedWithItsReason(String uri, String where, String reason) {
        assertUnavailable(uri, where, reason);
    }

    @Test
    void silentServerIsReported() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String where = "127.0.0.1:" + silent.getLocalPort();

            assertUnavailable("mongodb://user:s3cret@" + where, where, "did not answer in time");
        }
    }

    @Test
    void refusedLoginIsReported() {
        String uri = TestServer.uri().replace("mongodb://", "mongodb://user:s3cret@");

        assertUnavailable(
                uri,
                "127.0.0.1",
                "user or password was refused; check both, and authSource: the user was looked up in the database admin, since"
                        + " the connection string names no database and no authSource.");
        assertUnavailable(
                uri.replaceFirst("/[^/]*$", "/shop?authSource=users"), "127.0.0.1", "looked up in the database users.");
    }

    @Test
    void otherReplicaSetIsReported() {
        String hosts = String.join(",", address(TestServer.uri()).hosts());

        assertUnavailable(
                "mongodb://" + hosts + "/?replicaSet=production",
                hosts,
                "no server there says that it belongs to the replica set production");
    }

    private static void assertUnavailable(String uri, String where, String reason) {
        MongoAddress address = address(uri);
        MongoClientSettings shortTimeouts = MongoConnection.driverSettings(address)
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(2, TimeUnit.SECONDS))
                .applyToSocketSettings(
                        socket -> socket.connectTimeout(1, TimeUnit.SECONDS).readTimeout(2, TimeUnit.SECONDS))
                .build();

        try (MongoClient client = MongoClients.create(shortTimeouts)) {
            assertThatThrownBy(() -> ServerFacts.read(client, address))
                    .isInstanceOf(ServerUnavailableException.class)
                    .hasNoCause()
                    .hasMessageContaining(where)
                    .hasMessageContaining(reason)
                    .message()
                    .doesNotContain("s3cret", "user:");
        }
    }

    private static MongoAddress address(String uri) {
        return MongoAddress.parse(uri, "test");
    }
}
