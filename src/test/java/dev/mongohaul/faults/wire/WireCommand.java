package dev.mongohaul.faults.wire;

import java.util.Set;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * A command that a client sends.
 *
 * @param name for example {@code insert}
 * @param collection that it acts on; empty where it acts on none
 * @param retryable whether the client numbered it, so that it may send it twice
 */
public record WireCommand(String name, String collection, boolean retryable) {

    private static final Set<String> OF_CONNECTIONS =
            Set.of("hello", "isMaster", "ismaster", "ping", "endSessions", "saslStart", "saslContinue");

    static WireCommand of(RawBsonDocument body) {
        String name = body.getFirstKey();
        BsonValue first = body.get(name);
        BsonValue named = name.equals("getMore") ? body.get("collection") : first;
        String collection = named != null && named.isString() ? named.asString().getValue() : "";
        return new WireCommand(name, collection, body.containsKey("txnNumber"));
    }

    /** Whether the program asked for it, and not the driver to keep its connections. */
    public boolean ofApplication() {
        return !OF_CONNECTIONS.contains(name);
    }

    @Override
    public String toString() {
        return collection.isEmpty() ? name : name + " " + collection;
    }
}
