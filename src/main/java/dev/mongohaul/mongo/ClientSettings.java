package dev.mongohaul.mongo;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.UuidRepresentation;

/**
 * Settings of MongoDB clients: time limits for all operations, majority writes, reads from the primary. The options of a
 * connection string take precedence.
 *
 * <p>An answer may take 20 s, a third of an import's lease, which limits what a dead connection costs a chunk. A write that
 * takes longer is sent again and found to exist. An index is requested again until it is built; a count has a limit of its
 * own. Majority writes have no {@code wtimeout}, since the limit of the answer covers it. A slow line needs smaller chunks,
 * or {@code socketTimeoutMS} in the connection string.
 *
 * <p>Sending has no limit of its own: the monitor closes all connections of a server that is silent for a heartbeat and the
 * connect timeout.
 *
 * @param connectTimeout for a TCP and TLS connection; below the server selection timeout, so that the cause is known
 *     when the latter ends
 * @param serverSelectionTimeout longest wait for a usable server
 * @param readTimeout longest wait for an answer
 * @param heartbeat interval between two checks of each server
 * @param maxPoolSize largest number of connections to each server
 */
public record ClientSettings(
        Duration connectTimeout,
        Duration serverSelectionTimeout,
        Duration readTimeout,
        Duration heartbeat,
        int maxPoolSize) {

    /** Name of this client in the server's log. */
    public static final String APPLICATION_NAME = "mongohaul";

    public ClientSettings {
        requirePositive("connectTimeout", connectTimeout);
        requirePositive("serverSelectionTimeout", serverSelectionTimeout);
        requirePositive("readTimeout", readTimeout);
        requirePositive("heartbeat", heartbeat);
        if (maxPoolSize < 1) {
            throw new IllegalArgumentException("maxPoolSize is " + maxPoolSize + ", must be at least 1");
        }
    }

    /**
     * Returns the defaults: 5 s to connect, 7 s to find a server (so that a wrong address is reported within 10 s), 20 s for
     * an answer, a heartbeat every 3 s, 100 connections.
     */
    public static ClientSettings defaults() {
        return new ClientSettings(
                Duration.ofSeconds(5), Duration.ofSeconds(7), Duration.ofSeconds(20), Duration.ofSeconds(3), 100);
    }

    public ClientSettings withReadTimeout(Duration timeout) {
        return new ClientSettings(connectTimeout, serverSelectionTimeout, timeout, heartbeat, maxPoolSize);
    }

    /** Returns the driver's settings, to which command listeners and the like can be added. */
    public MongoClientSettings.Builder driverSettings(MongoAddress address) {
        return MongoClientSettings.builder()
                .applicationName(APPLICATION_NAME)
                .uuidRepresentation(UuidRepresentation.STANDARD)
                .writeConcern(WriteConcern.MAJORITY)
                .readPreference(ReadPreference.primary())
                .retryWrites(true)
                .compressorList(List.of())
                .applyToSocketSettings(socket -> socket.connectTimeout(millis(connectTimeout), TimeUnit.MILLISECONDS)
                        .readTimeout(millis(readTimeout), TimeUnit.MILLISECONDS))
                .applyToClusterSettings(cluster ->
                        cluster.serverSelectionTimeout(millis(serverSelectionTimeout), TimeUnit.MILLISECONDS))
                .applyToServerSettings(server -> server.heartbeatFrequency(millis(heartbeat), TimeUnit.MILLISECONDS))
                .applyToConnectionPoolSettings(
                        pool -> pool.maxSize(maxPoolSize).maxWaitTime(millis(readTimeout), TimeUnit.MILLISECONDS))
                .applyConnectionString(address.connectionString());
    }

    /** Opens a client with these settings, which the caller closes. Connects in the background: see {@link ServerFacts#read}. */
    public MongoClient open(MongoAddress address) {
        return MongoClients.create(driverSettings(address).build());
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " is " + duration + ", must be above zero");
        }
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }
}
