package dev.mongohaul.mongo.embedded;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * What {@code server.json} remembers. Written before the server is started, with the port alone, so that a server whose
 * starter died halfway can still be found.
 *
 * @param port on 127.0.0.1; kept after a stop, since the replica set's configuration names it
 * @param process the server's process while it runs
 * @param version of the server that last used the data, for example {@code 6.0.5}
 */
record ServerRecord(
        int port, @Nullable ServerProcess process, @Nullable String version) {

    /** Unreadable text counts as no record: the server is then looked for by its lock file. */
    static Optional<ServerRecord> parse(String json) {
        try {
            BsonDocument document = BsonDocument.parse(json);
            return Optional.of(new ServerRecord(
                    document.getInt32("port").getValue(),
                    document.containsKey("pid") ? process(document) : null,
                    document.containsKey("version")
                            ? document.getString("version").getValue()
                            : null));
        } catch (JsonParseException | BsonInvalidOperationException | DateTimeParseException e) {
            return Optional.empty();
        }
    }

    ServerRecord stopped() {
        return new ServerRecord(port, null, version);
    }

    String toJson() {
        BsonDocument document = new BsonDocument("port", new BsonInt32(port));
        if (process != null) {
            document.append("pid", new BsonInt64(process.pid()));
            document.append("started", new BsonString(process.started().toString()));
        }
        if (version != null) {
            document.append("version", new BsonString(version));
        }
        return document.toJson(
                JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build());
    }

    private static ServerProcess process(BsonDocument document) {
        return new ServerProcess(
                document.getNumber("pid").longValue(),
                Instant.parse(document.getString("started").getValue()));
    }
}
