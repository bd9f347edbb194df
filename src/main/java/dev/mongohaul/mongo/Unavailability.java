package dev.mongohaul.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Turns what the driver knows about a failed connection into one sentence. */
final class Unavailability {

    private Unavailability() {}

    /** The failure itself when it says enough, else what the driver last saw of each server. */
    static String reason(ClusterDescription cluster, MongoException failure) {
        return known(failure)
                .or(() -> seen(cluster).flatMap(e -> known(e).stream()).findFirst())
                .orElseGet(() -> unusable(cluster));
    }

    private static Stream<Throwable> seen(ClusterDescription cluster) {
        return cluster.getServerDescriptions().stream()
                .map(ServerDescription::getException)
                .filter(Objects::nonNull);
    }

    private static Optional<String> known(Throwable failure) {
        return causes(failure).flatMap(cause -> sentence(cause).stream()).findFirst();
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

    /** The driver keeps a server of another replica set as one that it has not heard of yet. */
    private static String unusable(ClusterDescription cluster) {
        if (cluster.getServerDescriptions().stream().anyMatch(ServerDescription::isOk)) {
            return "it answers, but has no primary: the replica set is electing one, or was never initiated.";
        }
        String replicaSet = cluster.getClusterSettings().getRequiredReplicaSetName();
        return replicaSet == null
                ? "no usable server was found in time."
                : "no server there says that it belongs to the replica set " + replicaSet + ".";
    }

    private static Stream<Throwable> causes(@Nullable Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
