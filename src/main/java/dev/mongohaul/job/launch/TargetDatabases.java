package dev.mongohaul.job.launch;

import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.repository.Run.TargetServer;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.ReactiveMongoDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleReactiveMongoDatabaseFactory;

/**
 * Databases that imports write to.
 *
 * @param connections to the servers, usually one; the first one's database is for jobs that name none. Several servers
 *     are for trials only, since a later run would cut other partitions and search their documents on other servers.
 */
record TargetDatabases(List<MongoConnection> connections) {

    TargetDatabases {
        connections = List.copyOf(connections);
    }

    MongoConnection first() {
        return connections.get(0);
    }

    /** Returns the description of the servers for reports, with the version and kind of the first. */
    TargetServer described() {
        List<String> hosts = connections.stream()
                .flatMap(connection -> connection.address().hosts().stream())
                .toList();
        return TargetServer.of(first().facts(), hosts);
    }

    /** Returns the databases of each server. */
    Stream<TargetDatabases> each() {
        return connections.stream().map(connection -> new TargetDatabases(List.of(connection)));
    }

    /** Returns the databases of a partition's server: partition k goes to server k mod n. */
    TargetDatabases ofPartition(int index) {
        return new TargetDatabases(List.of(connections.get(index % connections.size())));
    }

    String nameOr(@Nullable String named) {
        return named == null ? first().address().database() : named;
    }

    SimpleMongoClientDatabaseFactory factory(@Nullable String named) {
        return new SimpleMongoClientDatabaseFactory(first().client(), nameOr(named));
    }

    /** Returns the database of the reactive driver, which connects on first use. */
    ReactiveMongoDatabaseFactory reactiveFactory(@Nullable String named) {
        return new SimpleReactiveMongoDatabaseFactory(first().reactiveClient(), nameOr(named));
    }
}
