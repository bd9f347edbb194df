package dev.mongohaul.mongo.embedded;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoSocketException;
import java.time.Duration;
import java.util.List;
import org.bson.Document;

/** Makes the server the only member, and so the primary, of the replica set {@value #NAME}. */
final class ReplicaSet {

    static final String NAME = "mongohaul";

    private static final int NOT_YET_INITIALIZED = 94;

    private final AdminConnection connection;
    private final String member;

    ReplicaSet(AdminConnection connection, int port) {
        this.connection = connection;
        this.member = "127.0.0.1:" + port;
    }

    /** Makes the server a primary that accepts writes; false when that takes longer than the time. */
    boolean ensurePrimary(Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        while (!writable()) {
            if (!deadline.pause()) {
                return false;
            }
        }
        return true;
    }

    /** A new configuration closes connections, so that a command may fail in the middle of the change. */
    private boolean writable() {
        try {
            return configured() && connection.hello().getBoolean("isWritablePrimary", false);
        } catch (MongoSocketException | MongoConnectionPoolClearedException e) {
            return false;
        }
    }

    /** Initiates the set, or gives its member the present port; false while the server is still loading what it is. */
    private boolean configured() {
        try {
            Document configuration =
                    connection.run(new Document("replSetGetConfig", 1)).get("config", Document.class);
            if (!member.equals(onlyMember(configuration).getString("host"))) {
                moveTo(configuration);
            }
            return true;
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NOT_YET_INITIALIZED) {
                throw e;
            }
            return initiated();
        }
    }

    /** The same code says "never initiated" and "not loaded yet", so the stored configuration decides. */
    private boolean initiated() {
        if (connection.isEmpty("local", "system.replset")) {
            connection.run(new Document("replSetInitiate", initialConfiguration()));
            return true;
        }
        return false;
    }

    /** Forced: a member that does not find itself under the old port is in no state to elect a primary. */
    private void moveTo(Document configuration) {
        onlyMember(configuration).put("host", member);
        configuration.put("version", configuration.getInteger("version") + 1);
        connection.run(new Document("replSetReconfig", configuration).append("force", true));
    }

    private Document initialConfiguration() {
        return new Document("_id", NAME).append("members", List.of(new Document("_id", 0).append("host", member)));
    }

    private static Document onlyMember(Document configuration) {
        return configuration.getList("members", Document.class).get(0);
    }
}
