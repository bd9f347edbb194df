package dev.mongohaul.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Updates;
import dev.mongohaul.faults.server.Mongod;
import dev.mongohaul.faults.server.TestReplicaSet;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.writer.Samples;
import dev.mongohaul.writer.Settings;
import dev.mongohaul.writer.WriterType;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareChoice;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.delivery.WriteItem;
import dev.mongohaul.writer.send.SendThreads;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;

/** Comparison with documents that the primary loses afterwards. */
class RollbackIT {

    private static final int DOCUMENTS = 20;

    private static TestReplicaSet servers;

    @BeforeAll
    static void start() {
        servers = TestReplicaSet.start(Path.of("target", "faults", "mongod-rollback"), 3);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    private static RawBsonDocument document(int id, int version) {
        BsonDocument document = new BsonDocument("_id", new BsonInt32(id)).append("version", new BsonInt32(version));
        return new RawBsonDocument(document, new BsonDocumentCodec());
    }

    @Test
    void documentsThatAreRolledBackAreNotUnchanged() {
        MongoCollection<Document> target = servers.database("rollback").getCollection("target");
        target.insertMany(IntStream.range(0, DOCUMENTS)
                .mapToObj(id -> new Document("_id", id).append("version", 1))
                .toList());
        Mongod primary = servers.primary();
        int rollbacks = servers.rollbacks(primary);
        servers.stopReplication(primary);
        makeNewer(primary);

        try (MongoClient client = MongoClients.create(servers.uri())) {
            ChunkWriter<RawBsonDocument> writer = writer(client);
            CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(writer));
            awaitReadThatAMajorityHas(primary);
            assertThat(written).isNotDone();
            primary.kill();
            servers.resumeReplication(primary);
            servers.awaitPrimary();
            primary.restart();
            written.join();

            assertThat(writer.unchanged()).isZero();
        }
        servers.awaitAll();
        assertThat(servers.rollbacks(primary)).isGreaterThan(rollbacks);
        assertThat(target.find())
                .hasSize(DOCUMENTS)
                .allSatisfy(document -> assertThat(document).containsEntry("version", 2));
    }

    /** Makes the documents equal to those of the import, on the primary only. */
    private static void makeNewer(Mongod primary) {
        try (MongoClient direct = connect(primary)) {
            direct.getDatabase("rollback")
                    .getCollection("target")
                    .withWriteConcern(WriteConcern.W1)
                    .updateMany(new Document(), Updates.set("version", 2));
        }
    }

    /** Waits until the writer has asked the primary whether a majority has what it read. */
    private static void awaitReadThatAMajorityHas(Mongod primary) {
        Document asked = new Document("command.find", "target").append("command.readConcern.level", "majority");
        try (MongoClient direct = connect(primary)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> direct.getDatabase("admin")
                                    .aggregate(List.of(
                                            new Document("$currentOp", new Document()), Aggregates.match(asked)))
                                    .first()
                            != null);
        }
    }

    private static MongoClient connect(Mongod primary) {
        return MongoClients.create("mongodb://127.0.0.1:%d/?directConnection=true".formatted(primary.port()));
    }

    private static ChunkWriter<RawBsonDocument> writer(MongoClient client) {
        WriteTarget target = new WriteTarget(
                new SimpleMongoClientDatabaseFactory(client, "rollback"),
                () -> {
                    throw new UnsupportedOperationException();
                },
                Settings.insertInto("target")
                        .replace(false)
                        .rideThrough(Duration.ofMinutes(1))
                        .made(),
                SendThreads.NONE,
                Samples.LARGEST,
                false,
                ServerKind.REPLICA_SET,
                null);
        WriterType direct = WriterType.ALL.stream()
                .filter(type -> type.name().equals("direct"))
                .findFirst()
                .orElseThrow();
        return new ChunkWriter<>(
                direct.create(target, Rendering.BSON),
                target,
                new CompareChoice(CompareMode.ALWAYS),
                null,
                new RetryBudget(target.settings().rideThrough()));
    }

    private static void write(ChunkWriter<RawBsonDocument> writer) {
        List<WriteItem<RawBsonDocument>> items = IntStream.range(0, DOCUMENTS)
                .mapToObj(id -> document(id, 2))
                .map(document -> new WriteItem<>(document, 10, WriteOperation.REPLACE))
                .toList();
        writer.write(new Chunk<>(items));
    }
}
