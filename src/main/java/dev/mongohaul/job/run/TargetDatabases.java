package dev.mongohaul.job.run;

import dev.mongohaul.mongo.MongoConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.ReactiveMongoDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleReactiveMongoDatabaseFactory;

/**
 * The databases that imports write to.
 *
 * @param connection to the server; its database is for jobs that name none
 */
record TargetDatabases(MongoConnection connection) {

    String nameOr(@Nullable String named) {
        return named == null ? connection.address().database() : named;
    }

    SimpleMongoClientDatabaseFactory factory(@Nullable String named) {
        return new SimpleMongoClientDatabaseFactory(connection.client(), nameOr(named));
    }

    /** By the reactive driver, which is connected for it. */
    ReactiveMongoDatabaseFactory reactiveFactory(@Nullable String named) {
        return new SimpleReactiveMongoDatabaseFactory(connection.reactiveClient(), nameOr(named));
    }
}
