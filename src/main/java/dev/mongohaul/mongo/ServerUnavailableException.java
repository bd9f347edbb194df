package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import com.mongodb.connection.ClusterDescription;

/** MongoDB cannot be used; the message has the hosts and the reason in one sentence, and never a password. */
public final class ServerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ServerUnavailableException(String message) {
        super(message);
    }

    /** Without a cause on purpose: the driver's exceptions name the user. */
    static ServerUnavailableException of(MongoAddress address, ClusterDescription cluster, MongoException failure) {
        return new ServerUnavailableException(
                "MongoDB at " + address.description() + " cannot be used: " + Unavailability.reason(cluster, failure));
    }
}
