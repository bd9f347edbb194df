package dev.mongohaul.faults.wire;

import java.util.Set;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * A command that a client sends.
 *
 * @param name for example {@code insert}
 * @param collection that it acts on; empty if there is none
 * @param retryable whether it has a transaction number, so that the client may send it again
 */
public record WireCommand(String name, String collection, boolean retryable) {

    private static final Set<String> CONNECTION_COMMANDS =
            Set.of("hello", "isMaster", "ismaster", "ping", "endSessions", "saslStart", "saslContinue");

    static WireCommand of(RawBsonDocument body) {
        String name = body.getFirstKey();
        BsonValue first = body.get(name);
        BsonValue named = name.equals("getMore") ? body.get("collection") : first;
        String collection = named != null && named.isString() ? named.asString().getValue() : "";
        return new WireCommand(name, collection, body.containsKey("txnNumber"));
    }

    /** Returns whether the program sent the command, and not the driver for its connections. */
    public boolean isFromApplication() {
        return !CONNECTION_COMMANDS.contains(name);
    }

    @Override
    public String toString() {
        return collection.isEmpty() ? name : name + " " + collection;
    }
}
