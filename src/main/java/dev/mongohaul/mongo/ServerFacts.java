package dev.mongohaul.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.bson.Document;

/**
 * Facts of a server, read once at the start.
 *
 * @param kind of deployment
 * @param version for example {@code 8.0.23}
 * @param maxWireVersion of the protocol; 16 is MongoDB 5.3, 25 is 8.0
 * @param maxBsonObjectSize the largest document, in bytes
 */
public record ServerFacts(ServerKind kind, String version, int maxWireVersion, int maxBsonObjectSize) {

    /**
     * Version of MongoDB 8.0 in MongoDB's <a
     * href="https://github.com/mongodb/specifications/blob/master/source/wireversion-featurelist/wireversion-featurelist.md">list
     * of wire versions</a>; its {@code bulkWrite} command is new there.
     */
    private static final int FIRST_WITH_BULK_WRITE = 25;

    /** Version of MongoDB 6.0 in the same list; commands can have the UUID of the collection that they are for. */
    private static final int FIRST_WITH_COLLECTION_UUIDS = 17;

    /** Version of MongoDB 5.3 in the same list. */
    private static final int FIRST_WITH_CLUSTERED_COLLECTIONS = 16;

    /**
     * Reads the facts, and so checks that the server can be reached, that the user may log in and that writes are accepted.
     * Returns or fails within the client's server selection timeout.
     *
     * @throws ServerUnavailableException if the server cannot be used; the message contains the reason in one sentence
     */
    public static ServerFacts read(MongoClient client, MongoAddress address) {
        try {
            MongoDatabase admin = client.getDatabase("admin");
            Document hello = admin.runCommand(new Document("hello", 1));
            requireLogin(client, address);
            return new ServerFacts(
                    kind(hello),
                    admin.runCommand(new Document("buildInfo", 1)).getString("version"),
                    hello.getInteger("maxWireVersion"),
                    hello.getInteger("maxBsonObjectSize"));
        } catch (MongoException e) {
            throw ServerUnavailableException.of(address, client.getClusterDescription(), e);
        }
    }

    /** Fails if the server requires a login and the address has none. A user is checked when it logs in. */
    private static void requireLogin(MongoClient client, MongoAddress address) {
        if (!address.hasLogin()) {
            client.getDatabase(address.database())
                    .listCollectionNames()
                    .authorizedCollections(true)
                    .first();
        }
    }

    /**
     * Returns whether one command may contain inserts, updates and deletes. An upgraded server whose feature compatibility
     * version is not set yet refuses the command nevertheless.
     */
    public boolean takesMixedCommands() {
        return maxWireVersion >= FIRST_WITH_BULK_WRITE;
    }

    public boolean hasClusteredCollections() {
        return maxWireVersion >= FIRST_WITH_CLUSTERED_COLLECTIONS;
    }

    /** Returns whether a command is refused if the collection is not the one whose UUID the command has. */
    public boolean checksCollectionUuids() {
        return maxWireVersion >= FIRST_WITH_COLLECTION_UUIDS && kind != ServerKind.SHARDED;
    }

    public List<String> warnings() {
        return kind == ServerKind.STANDALONE
                ? List.of("MongoDB " + version
                        + " runs as a standalone server: no other server has the documents when its"
                        + " disk fails, and the driver does not repeat a write whose connection broke. A replica set,"
                        + " even of one member, is safer.")
                : List.of();
    }

    private static ServerKind kind(Document hello) {
        if ("isdbgrid".equals(hello.getString("msg"))) {
            return ServerKind.SHARDED;
        }
        return hello.containsKey("setName") ? ServerKind.REPLICA_SET : ServerKind.STANDALONE;
    }

    /** MongoDB cannot be used; the message contains the hosts and the reason in one sentence, and never a password. */
    public static final class ServerUnavailableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private static final String LOGIN = "it requires a login, and the connection string has no user. Add user and"
                + " password: mongodb://user:password@host/database?authSource=admin.";

        private ServerUnavailableException(String message) {
            super(message);
        }

        /** Sets no cause, because the driver's exceptions name the user. */
        static ServerUnavailableException of(MongoAddress address, ClusterDescription cluster, MongoException failure) {
            return new ServerUnavailableException("MongoDB at " + address.description() + " cannot be used: "
                    + (requiresLogin(address, failure) ? LOGIN : reason(cluster, failure)));
        }

        private static boolean requiresLogin(MongoAddress address, MongoException failure) {
            return !address.hasLogin() && failure.getCode() == ServerState.UNAUTHORIZED.code();
        }

        /** Returns the reason of the failure itself if it has one, else of the driver's last error of a server. */
        private static String reason(ClusterDescription cluster, MongoException failure) {
            return known(failure)
                    .or(() -> cluster.getServerDescriptions().stream()
                            .map(ServerDescription::getException)
                            .filter(Objects::nonNull)
                            .flatMap(error -> known(error).stream())
                            .findFirst())
                    .orElseGet(() -> unusable(cluster));
        }

        private static Optional<String> known(Throwable failure) {
            return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                    .flatMap(cause -> sentence(cause).stream())
                    .findFirst();
        }

        private static Optional<String> sentence(Throwable cause) {
            if (cause instanceof MongoSecurityException) {
                return Optional.of("user or password was refused; check both, and authSource.");
            } else if (cause instanceof MongoCommandException command) {
                return Optional.of("it answers with error " + command.getErrorCode() + " (" + command.getErrorCodeName()
                        + "): " + command.getErrorMessage() + ".");
            } else if (cause instanceof UnknownHostException) {
                return Optional.of("the host name is unknown (" + cause.getMessage() + ").");
            } else if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
                return Optional.of(
                        "no connection (" + cause.getMessage() + "); is the server running, and is the port right?");
            } else if (cause instanceof SocketTimeoutException) {
                return Optional.of("it did not answer in time; is it hanging, or behind a firewall?");
            } else if (cause instanceof SSLException) {
                return Optional.of("the TLS handshake failed (" + cause.getMessage() + ").");
            }
            return Optional.empty();
        }

        /** For the driver, a server of another replica set is an unknown one. */
        private static String unusable(ClusterDescription cluster) {
            if (cluster.getServerDescriptions().stream().anyMatch(ServerDescription::isOk)) {
                return "it answers, but has no primary: the replica set is electing one, or was never initiated.";
            }
            String replicaSet = cluster.getClusterSettings().getRequiredReplicaSetName();
            return replicaSet == null
                    ? "no usable server was found in time."
                    : "no server there says that it belongs to the replica set " + replicaSet + ".";
        }
    }
}
