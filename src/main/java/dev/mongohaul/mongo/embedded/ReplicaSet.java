package dev.mongohaul.mongo.embedded;

import com.mongodb.MongoCommandException;
import java.time.Duration;
import java.util.List;
import org.bson.Document;

/** Makes the server the only member, and so the primary, of the replica set {@value #NAME}. */
final class ReplicaSet {

    static final String NAME = "mongohaul";

    private static final int NOT_YET_INITIALIZED = 94;
    private static final Duration POLL = Duration.ofMillis(20);

    private final AdminConnection connection;
    private final String member;

    ReplicaSet(AdminConnection connection, int port) {
        this.connection = connection;
        this.member = "127.0.0.1:" + port;
    }

    /** Initiates the set, or gives its member the present port. Does nothing where both are done. */
    void configure() {
        try {
            Document configuration =
                    connection.run(new Document("replSetGetConfig", 1)).get("config", Document.class);
            if (!member.equals(onlyMember(configuration).getString("host"))) {
                moveTo(configuration);
            }
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NOT_YET_INITIALIZED) {
                throw e;
            }
            connection.run(new Document("replSetInitiate", initialConfiguration()));
        }
    }

    /** Whether the server accepts writes within the time. */
    boolean awaitPrimary(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!connection.hello().getBoolean("isWritablePrimary", false)) {
            if (System.nanoTime() - deadline > 0 || !Pause.of(POLL)) {
                return false;
            }
        }
        return true;
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
