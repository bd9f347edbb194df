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
 * Throw-away databases that a killed process left on a server. A cell of a comparison takes minutes, so one of more than a
 * day serves nobody.
 */
public record LeftoverDatabases(MongoClient client) {

    /** What is older serves nobody. */
    public static final Duration LONGEST = Duration.ofDays(1);

    /** Those on the server where data go. */
    public static LeftoverDatabases on(MongoConnections connections) {
        return new LeftoverDatabases(connections.data().client());
    }

    /** The names of those that were made before a time; of those that the user may see, on a server with users. */
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

    /** Drops them. */
    public void drop(List<String> names) {
        names.forEach(name -> client.getDatabase(name).drop());
    }
}
