package dev.mongohaul.job.run;

import com.mongodb.client.MongoClient;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;

/**
 * The databases that imports write to.
 *
 * @param client of the server
 * @param defaultName the connection string's database, for jobs that name none
 */
record TargetDatabases(MongoClient client, String defaultName) {

    String nameOr(@Nullable String named) {
        return named == null ? defaultName : named;
    }

    MongoDatabaseFactory factory(@Nullable String named) {
        return new SimpleMongoClientDatabaseFactory(client, nameOr(named));
    }
}
