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
 * How this program talks to MongoDB: time limits on everything, majority writes, reads from the primary. What a
 * connection string says itself wins.
 *
 * <p>An answer is waited for 20 s, a third of an import's lease: a connection that is dead without saying so costs a chunk
 * no more. A write that takes
 * longer is sent again, and found to be there. What needs longer by nature says so: an index is asked for again until it
 * is built, a count has a limit of its own. Majority writes have no {@code wtimeout}, since the limit of the answer is
 * one. A slow line needs smaller chunks, or {@code socketTimeoutMS} in the connection string.
 *
 * <p>Nothing limits how long sending may block. The monitor does: a server that is silent for a heartbeat and the time
 * to connect loses all its connections.
 *
 * @param connectTimeout for a TCP and TLS connection; below the server selection timeout, so that the cause is known
 *     when the latter ends
 * @param serverSelectionTimeout how long a usable server is waited for
 * @param readTimeout how long an answer may take; longer ones are needed for index builds
 * @param heartbeat between two looks at each server
 * @param maxPoolSize connections to each server
 */
public record ClientSettings(
        Duration connectTimeout,
        Duration serverSelectionTimeout,
        Duration readTimeout,
        Duration heartbeat,
        int maxPoolSize) {

    /** Told to the server, whose log then names the client. */
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

    /** 5 s to connect, 7 s to find a server (so that a person learns of a wrong address within 10 s), 20 s for an answer, a heartbeat every 3 s, 100 connections. */
    public static ClientSettings defaults() {
        return new ClientSettings(
                Duration.ofSeconds(5), Duration.ofSeconds(7), Duration.ofSeconds(20), Duration.ofSeconds(3), 100);
    }

    public ClientSettings withReadTimeout(Duration timeout) {
        return new ClientSettings(connectTimeout, serverSelectionTimeout, timeout, heartbeat, maxPoolSize);
    }

    public ClientSettings withServerSelectionTimeout(Duration timeout) {
        return new ClientSettings(connectTimeout, timeout, readTimeout, heartbeat, maxPoolSize);
    }

    /** The driver's settings, to which command listeners and the like can be added. */
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

    /** A client with these settings; the caller closes it. Connects in the background: see {@link ServerFacts#read}. */
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
