package dev.mongohaul.retention;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import java.time.Instant;
import java.time.InstantSource;
import org.bson.Document;

/** The time that the JobRepository's server has: a machine whose clock is years ahead would forget everything. */
public record ServerTime(MongoDatabase database, RetryBudget patience) implements InstantSource {

    private static final Document HELLO = new Document("hello", 1);

    @Override
    public Instant instant() {
        return patience.call("tell the time", () -> database.runCommand(HELLO))
                .getDate("localTime")
                .toInstant();
    }
}
