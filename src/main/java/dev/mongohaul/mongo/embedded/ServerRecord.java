package dev.mongohaul.mongo.embedded;

import java.time.Instant;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Content of {@code server.json}. Written before the server is started, with only the port, so that the server is found
 * even if the starting program dies.
 *
 * @param port on 127.0.0.1; kept after a stop, since the replica set's configuration names it
 * @param process the server's process while it runs
 * @param version of the server that last used the data, for example {@code 6.0.5}
 */
record ServerRecord(
        int port, @Nullable ServerProcess process, @Nullable String version) {

    /** Returns empty for an invalid text: the server is then searched by its lock file. */
    static Optional<ServerRecord> parse(String json) {
        try {
            Document document = Document.parse(json);
            Number pid = document.get("pid", Number.class);
            return Optional.of(new ServerRecord(
                    document.getInteger("port"),
                    pid == null
                            ? null
                            : new ServerProcess(pid.longValue(), Instant.parse(document.getString("started"))),
                    document.getString("version")));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    ServerRecord stopped() {
        return new ServerRecord(port, null, version);
    }

    String toJson() {
        Document document = new Document("port", port);
        if (process != null) {
            document.append("pid", process.pid())
                    .append("started", process.started().toString());
        }
        if (version != null) {
            document.append("version", version);
        }
        return document.toJson();
    }
}
