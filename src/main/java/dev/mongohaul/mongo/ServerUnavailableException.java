package dev.mongohaul.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import dev.mongohaul.mongo.address.MongoAddress;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** MongoDB cannot be used; the message contains the hosts and the reason in one sentence, and never a password. */
final class ServerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String LOGIN = "it requires a login, and the connection string has no user. Add user and"
            + " password: mongodb://user:password@host/database?authSource=admin.";

    private ServerUnavailableException(String message) {
        super(message);
    }

    /** Sets no cause, because the driver's exceptions name the user. */
    static ServerUnavailableException of(MongoAddress address, ClusterDescription cluster, MongoException failure) {
        return new ServerUnavailableException("MongoDB at " + address.description() + " cannot be used: "
                + (requiresLogin(address, failure) ? LOGIN : reason(address, cluster, failure)));
    }

    private static boolean requiresLogin(MongoAddress address, MongoException failure) {
        return !address.hasLogin() && failure.getCode() == ServerState.UNAUTHORIZED.code();
    }

    /** Returns the reason of the failure itself if it has one, else of the driver's last error of a server. */
    private static String reason(MongoAddress address, ClusterDescription cluster, MongoException failure) {
        return known(address, failure)
                .or(() -> cluster.getServerDescriptions().stream()
                        .map(ServerDescription::getException)
                        .filter(Objects::nonNull)
                        .flatMap(error -> known(address, error).stream())
                        .findFirst())
                .orElseGet(() -> unusable(cluster));
    }

    private static Optional<String> known(MongoAddress address, Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .flatMap(cause -> sentence(address, cause).stream())
                .findFirst();
    }

    private static Optional<String> sentence(MongoAddress address, Throwable cause) {
        if (cause instanceof MongoSecurityException) {
            return Optional.of(
                    "user or password was refused; check both, and authSource: " + address.placeOfUser() + ".");
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
