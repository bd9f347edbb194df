package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.broker.EmbeddedBroker;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.worker.Distribution;
import dev.mongohaul.job.worker.InputMap;
import dev.mongohaul.job.worker.WorkerThreads;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.mongodb.MongoDBContainer;

/** Imports into sharded collections. A cluster has several servers, so these tests need Docker. */
@EnabledIf(value = "dev.mongohaul.mongo.TestServer#dockerRuns", disabledReason = TestServer.NEEDS_DOCKER)
class ShardedIT {

    private static final int SECOND_PORT = 27100;

    private static MongoDBContainer cluster;
    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        cluster = new MongoDBContainer("mongo:8").withSharding();
        cluster.addExposedPort(SECOND_PORT);
        cluster.start();
        program = Program.start(cluster.getConnectionString(), TestServer.database("sharded"));
    }

    @AfterAll
    static void stop() {
        program.close();
        cluster.stop();
    }

    @Test
    void jobWithoutTheShardKeyIsRefusedBeforeAnyWrite() {
        shard("unfit", new Document("region", 1));
        TestJob job = TestJob.in(folder, "unfit", "write: {operation: upsert, match: [sku]}")
                .input("sku,region\na,north\n");

        Run run = program.run(job.prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason())
                .contains(".unfit is sharded by {\"region\": 1}", "without region: add the column of region");
        assertThat(program.documents("unfit")).isEmpty();
    }

    /** Two shards could each take a document with the key. */
    @Test
    void addWithoutTheShardKeyIsRefused() {
        shard("unfit-add", new Document("region", 1));
        TestJob job = TestJob.in(
                        folder, "unfit-add", "target: {collection: unfit-add, id: [sku]}", "write: {operation: add}")
                .input("sku,region\na,north\n");

        Run run = program.run(job.prepare());

        assertThat(run.reason()).contains("unfit-add is sharded by {\"region\": 1}");
        assertThat(program.documents("unfit-add")).isEmpty();
    }

    @Test
    void newRowsAreAddedByTheShardKey() {
        shard("fit-add", new Document("region", "hashed"));
        program.collection("fit-add").insertOne(new Document("region", "south").append("mine", 1));
        TestJob job = TestJob.in(folder, "fit-add", "write: {operation: add, match: [region]}")
                .input("region,price\nsouth,1\nnorth,2\nnorth,3\n");

        Run run = program.run(job.prepare());

        assertThat(run.reason()).isEqualTo("");
        assertThat(run.counts()).isEqualTo(new Counts(3, 1, 2, 0, 0));
    }

    @Test
    void operationsThatNameTheShardKeyAreDone() {
        shard("fit", new Document("region", 1));
        program.collection("fit").insertOne(new Document("region", "south").append("sku", "b"));
        TestJob job = TestJob.in(
                        folder,
                        "fit",
                        "write: {operation: {column: op, values: {U: merge, D: delete}}, match: [region, sku]}")
                .input("op,region,sku,price\nU,north,a,1\nD,south,b,\nU,north,a,2\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(3, 3, 0, 0, 0));
        assertThat(program.documents("fit"))
                .singleElement()
                .satisfies(document -> assertThat(document).containsEntry("price", "2"));
    }

    @Test
    void generatedIdsAreRefusedIfSplitByRanges() {
        shard("ranges", new Document("_id", 1));
        shard("hashed", new Document("_id", "hashed"));

        Run ranges =
                program.run(TestJob.in(folder, "ranges").input(Rows.csv(10)).prepare());
        Run hashed =
                program.run(TestJob.in(folder, "hashed").input(Rows.csv(10)).prepare());

        assertThat(ranges.reason()).contains("is sharded by ranges of _id");
        assertThat(hashed.ending()).as(hashed.reason()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void workersUseAllRouters(@TempDir Path brokerFolder) throws Exception {
        String configuration = admin().runCommand(new Document("getCmdLineOpts", 1))
                .getEmbedded(List.of("parsed", "sharding", "configDB"), String.class);
        cluster.execInContainer(
                "mongos",
                "--configdb=" + configuration,
                "--port=" + SECOND_PORT,
                "--bind_ip_all",
                "--fork",
                "--logpath=/tmp/second.log");
        List<String> routers = Stream.of(cluster.getFirstMappedPort(), cluster.getMappedPort(SECOND_PORT))
                .map(port -> cluster.getHost() + ":" + port)
                .toList();
        List<Long> before = routers.stream().map(ShardedIT::inserts).toList();
        shard("routed", new Document("_id", "hashed"));
        TestJob job = TestJob.in(folder, "routed").input(Rows.csv(20_000));

        try (EmbeddedBroker broker = EmbeddedBroker.start("127.0.0.1", 0, "mongohaul.partitions", brokerFolder, null);
                Program sharing = Program.sharing(
                        "mongodb://" + String.join(",", routers) + "/",
                        program.database().getName(),
                        broker.address(),
                        "mongohaul.import.smallest-range=1B");
                WorkerThreads workers = sharing.bean(Distribution.class).work(2, InputMap.SAME, Map.of())) {
            assertThat(workers).isNotNull();
            Run run = sharing.run(job.prepare("grid-size=4", "chunk-size=100"));

            assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(20_000, 20_000, 0, 0, 0));
        }

        assertThat(program.documents("routed")).hasSize(20_000);
        for (int router = 0; router < routers.size(); router++) {
            assertThat(inserts(routers.get(router))).isGreaterThan(before.get(router));
        }
    }

    /** Returns the number of documents that were inserted by a router. */
    private static long inserts(String router) {
        try (MongoClient client = MongoClients.create("mongodb://" + router + "/?directConnection=true")) {
            return client.getDatabase("admin")
                    .runCommand(new Document("serverStatus", 1))
                    .get("opcounters", Document.class)
                    .get("insert", Number.class)
                    .longValue();
        }
    }

    private static MongoDatabase admin() {
        return program.bean(MongoConnections.class).data().client().getDatabase("admin");
    }

    private static void shard(String collection, Document key) {
        String namespace = program.database().getName() + "." + collection;
        admin().runCommand(new Document("shardCollection", namespace).append("key", key));
    }
}
