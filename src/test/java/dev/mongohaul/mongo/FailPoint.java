package dev.mongohaul.mongo;

import com.mongodb.client.MongoClient;
import java.time.Duration;
import java.util.List;
import org.bson.Document;

/**
 * MongoDB's {@code failCommand} fail point: makes commands fail on the server until closed. One at a time per server.
 *
 * <pre>{@code
 * FailPoint.on("insert").errorCode(91).times(1).during(TestServer.client(), () -> writer.write(chunk));
 * }</pre>
 */
public final class FailPoint implements AutoCloseable {

    private final MongoClient client;
    private final long metBefore;

    private FailPoint(MongoClient client, long metBefore) {
        this.client = client;
        this.metBefore = metBefore;
    }

    public static Failure on(String... commands) {
        return new Failure(commands);
    }

    @Override
    public void close() {
        var unused = disable();
    }

    /** Returns how often it was met; the server counts on from one to the next. */
    private long disable() {
        return configure(client, new Document("mode", "off")) - metBefore;
    }

    private static long configure(MongoClient client, Document options) {
        Document command = new Document("configureFailPoint", "failCommand");
        command.putAll(options);
        return client.getDatabase("admin")
                .runCommand(command)
                .get("count", Number.class)
                .longValue();
    }

    /** What is to happen; on every such command unless {@link #times} or {@link #afterFirst} says otherwise. */
    public static final class Failure {

        private final Document data;
        private Object mode = "alwaysOn";

        private Failure(String... commands) {
            data = new Document("failCommands", List.of(commands));
        }

        /** The command is answered with this error and does nothing. */
        public Failure errorCode(int code) {
            data.append("errorCode", code);
            return this;
        }

        /** The driver may retry what carries one, for example {@code RetryableWriteError}. */
        public Failure errorLabels(String... labels) {
            data.append("errorLabels", List.of(labels));
            return this;
        }

        /** The server hangs up instead of answering. */
        public Failure closeConnection() {
            data.append("closeConnection", true);
            return this;
        }

        /** The command is carried out later. */
        public Failure block(Duration duration) {
            data.append("blockConnection", true).append("blockTimeMS", (int) duration.toMillis());
            return this;
        }

        /** The command is carried out, and its answer says that the write concern did not hold. */
        public Failure writeConcernError(int code) {
            data.append(
                    "writeConcernError",
                    new Document("code", code)
                            .append("errmsg", "made by a test")
                            .append("codeName", "Test"));
            return this;
        }

        /** Only for clients of this application name. */
        public Failure application(String name) {
            data.append("appName", name);
            return this;
        }

        /** Only for this collection, {@code database.collection}. */
        public Failure namespace(String namespace) {
            data.append("namespace", namespace);
            return this;
        }

        public Failure times(int times) {
            mode = new Document("times", times);
            return this;
        }

        /** The first commands succeed, all others fail. */
        public Failure afterFirst(int commands) {
            mode = new Document("skip", commands);
            return this;
        }

        /**
         * Enabled while the action runs.
         *
         * @return how often it was met
         */
        public long during(MongoClient client, Runnable action) {
            FailPoint failPoint = enable(client);
            try {
                action.run();
            } catch (RuntimeException | Error failure) {
                failPoint.close();
                throw failure;
            }
            return failPoint.disable();
        }

        /** Enabled until closed. */
        public FailPoint enable(MongoClient client) {
            return new FailPoint(client, configure(client, new Document("mode", mode).append("data", data)));
        }
    }
}
