package dev.mongohaul.retention;

import com.mongodb.client.MongoClient;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/**
 * Temporary databases that a killed comparison left on a server. A case of a comparison takes minutes, so that one that
 * is older than a day is no longer needed.
 */
public record LeftoverDatabases(MongoClient client) {

    /** Age from which on a database is no longer needed. */
    public static final Duration LONGEST = Duration.ofDays(1);

    /** Returns the databases on the server of the data. */
    public static LeftoverDatabases on(MongoConnections connections) {
        return new LeftoverDatabases(connections.data().client());
    }

    /** Returns the names of databases created before a time, as far as the user may see them. */
    public List<String> madeBefore(Instant time) {
        List<String> left = new ArrayList<>();
        for (Document database : client.listDatabases().nameOnly(true).authorizedDatabasesOnly(true)) {
            String name = database.getString("name");
            if (ThrowAwayDatabases.timeOf(name).filter(time::isAfter).isPresent()) {
                left.add(name);
            }
        }
        return left;
    }

    public void drop(List<String> names) {
        names.forEach(name -> client.getDatabase(name).drop());
    }
}
