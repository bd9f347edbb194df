package dev.mongohaul.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.Filters;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.mongodb.MongoDBContainer;

/** Split collections of a cluster. A cluster has several servers, so these tests need Docker. */
@EnabledIf(value = "dev.mongohaul.mongo.TestServer#dockerRuns", disabledReason = TestServer.NEEDS_DOCKER)
class ShardingIT {

    private static MongoDBContainer cluster;
    private static MongoConnection connection;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        cluster = new MongoDBContainer("mongo:8").withSharding();
        cluster.start();
        MongoAddress address = MongoAddress.parse(cluster.getConnectionString(), "the cluster");
        connection = MongoConnection.open(address);
    }

    @AfterAll
    static void stop() {
        connection.close();
        cluster.stop();
    }

    @Test
    void hashesAreSplitEvenly() {
        MongoNamespace namespace = namespace("hashed");

        new Sharding(connection).apply(namespace, new ShardKeyCase("n", true, 4), job());

        assertThat(starts(namespace)).hasSize(4).contains((Object) 0L);
    }

    @Test
    void rangesAreSplitByTheDocuments() {
        MongoNamespace namespace = namespace("ranges");

        new Sharding(connection).apply(namespace, new ShardKeyCase("n", false, 4), job());

        assertThat(starts(namespace)).hasSize(4).contains(250, 500, 750);
    }

    @Test
    void missingKeyIsNamed() {
        ShardKeyCase shard = new ShardKeyCase("m", false, 2);

        assertThatThrownBy(() -> new Sharding(connection).apply(namespace("unknown"), shard, job()))
                .isInstanceOf(ComparisonException.class)
                .hasMessage("shard.key: a document has no m");
    }

    private ImportJob job() {
        return TestJob.in(folder, "job", "fields: {n: int32}")
                .input("n\n" + IntStream.range(0, 1000).mapToObj(n -> n + "\n").collect(Collectors.joining()))
                .prepare();
    }

    private static MongoNamespace namespace(String collection) {
        return new MongoNamespace(TestServer.database("sharding"), collection);
    }

    private static List<Object> starts(MongoNamespace namespace) {
        var config = connection.client().getDatabase("config");
        Document collection = config.getCollection("collections")
                .find(Filters.eq("_id", namespace.getFullName()))
                .first();
        return config.getCollection("chunks")
                .find(Filters.eq("uuid", collection.get("uuid")))
                .map(chunk -> chunk.get("min", Document.class).get("n"))
                .into(new ArrayList<>());
    }
}
