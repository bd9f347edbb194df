package dev.mongohaul.mongo.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.ConnectionString;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.ValidationOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What mongohaul relies on in a server, beyond reads and writes. A subclass names a version or a deployment; docs/servers.md has a
 * row for each.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract {

    private static final int TRANSACTION_TOO_OLD = 225;
    private static final int UUID_MISMATCH = 361;
    private static final int COMMAND_NOT_FOUND = 59;

    private final String name = TestServer.database("contract");
    private MongoClient client;
    private ServerFacts facts;
    private MongoDatabase database;
    private MongoCollection<Document> documents;

    /** Returns the connection string of the server. */
    abstract String uri();

    @BeforeAll
    final void connect() {
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri()))
                .uuidRepresentation(UuidRepresentation.STANDARD)
                .build());
        facts = ServerFacts.read(client, MongoAddress.parse(uri(), "test"));
        database = client.getDatabase(name);
        documents = database.getCollection("documents");
    }

    @AfterAll
    final void close() {
        database.drop();
        client.close();
    }

    private MongoCollection<Document> fresh() {
        documents.drop();
        database.createCollection("documents");
        return documents;
    }

    private void requireSessionsWithNumbers() {
        assumeTrue(facts.kind() != ServerKind.STANDALONE, "a standalone server has no transactions");
    }

    @Test
    void majorityConfirmsWrites() {
        fresh().withWriteConcern(WriteConcern.MAJORITY).insertOne(new Document("_id", 1));

        assertThat(documents.countDocuments()).isEqualTo(1);
    }

    @Test
    void bulkErrorsNameTheirDocuments() {
        documents.drop();
        database.createCollection(
                "documents",
                new CreateCollectionOptions()
                        .validationOptions(new ValidationOptions().validator(Filters.exists("bad", false))));
        documents.insertOne(new Document("_id", 3));
        List<Document> chunk = List.of(
                new Document("_id", 1),
                new Document("_id", 2).append("bad", 1),
                new Document("_id", 3),
                new Document("_id", 4));

        assertThatThrownBy(() -> documents.insertMany(chunk, new InsertManyOptions().ordered(false)))
                .isInstanceOfSatisfying(MongoBulkWriteException.class, failure -> {
                    assertThat(failure.getWriteErrors())
                            .extracting(BulkWriteError::getIndex)
                            .containsExactly(1, 2);
                    assertThat(failure.getWriteErrors())
                            .extracting(BulkWriteError::getCode)
                            .containsExactly(121, 11000);
                });
        assertThat(documents.countDocuments()).isEqualTo(3);
    }

    @Test
    void updateWithUpsertAddsTheFieldsByTheirNames() {
        fresh().updateOne(
                        Filters.and(Filters.eq("key", 1), Filters.eq("_id", 7)),
                        Document.parse("{$set: {z: 1, b: 2, a: {y: 1}, '10': 3, '9': 4}}"),
                        new UpdateOptions().upsert(true));

        assertThat(documents.find().first())
                .containsExactlyEntriesOf(Document.parse("{_id: 7, key: 1, '9': 4, '10': 3, a: {y: 1}, b: 2, z: 1}"));
    }

    /** So that a command that arrives late changes nothing. */
    @Test
    void lowerNumberOfASessionIsRefused() {
        requireSessionsWithNumbers();
        fresh();
        try (ClientSession session = client.startSession()) {
            long number = session.getServerSession().advanceTransactionNumber();
            insert(session, session.getServerSession().advanceTransactionNumber(), 1);

            assertThatThrownBy(() -> insert(session, number, 2))
                    .isInstanceOfSatisfying(
                            MongoException.class, e -> assertThat(e.getCode()).isEqualTo(TRANSACTION_TOO_OLD));
        }
        assertThat(documents.countDocuments()).isEqualTo(1);
    }

    @Test
    void sameNumberOfASessionIsExecutedOnce() {
        requireSessionsWithNumbers();
        fresh();
        try (ClientSession session = client.startSession()) {
            long number = session.getServerSession().advanceTransactionNumber();
            insert(session, number, 1);

            assertThat(insert(session, number, 1).getInteger("n")).isEqualTo(1);
        }
        assertThat(documents.countDocuments()).isEqualTo(1);
    }

    private Document insert(ClientSession session, long number, int id) {
        return database.runCommand(
                session,
                new Document("insert", "documents")
                        .append("documents", List.of(new Document("_id", id)))
                        .append("txnNumber", number));
    }

    @Test
    void abortedTransactionLeavesNothing() {
        requireSessionsWithNumbers();
        fresh();
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            documents.insertOne(session, new Document("_id", 1));
            session.abortTransaction();
            session.startTransaction();
            documents.insertOne(session, new Document("_id", 2));
            session.commitTransaction();
        }

        assertThat(documents.find()).containsExactly(new Document("_id", 2));
    }

    @Test
    void mixedCommandsExistFromEightOn() {
        MongoNamespace namespace = fresh().getNamespace();
        List<ClientNamespacedWriteModel> models = List.of(
                ClientNamespacedWriteModel.insertOne(namespace, new Document("_id", 1)),
                ClientNamespacedWriteModel.deleteOne(namespace, Filters.eq("_id", 1)));

        if (facts.takesMixedCommands()) {
            ClientBulkWriteResult result = client.bulkWrite(models);
            assertThat(result.getInsertedCount() + result.getDeletedCount()).isEqualTo(2);
        } else {
            assertThatThrownBy(() -> client.getDatabase("admin")
                            .runCommand(new Document("bulkWrite", 1).append("ops", List.of())))
                    .isInstanceOfSatisfying(
                            MongoCommandException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(COMMAND_NOT_FOUND));
        }
    }

    @Test
    void renameNamesBothCollections() {
        assumeTrue(facts.checksCollectionUuids(), "only servers from 6.0 on check UUIDs, and no router");
        fresh().insertOne(new Document("_id", "old"));
        database.getCollection("staging").insertOne(new Document("_id", "new"));
        Document rename = new Document("renameCollection", name + ".staging")
                .append("to", name + ".documents")
                .append("collectionUUID", uuid("staging"));

        assertThatThrownBy(() -> client.getDatabase("admin")
                        .runCommand(new Document(rename).append("dropTarget", UUID.randomUUID())))
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(UUID_MISMATCH));
        client.getDatabase("admin").runCommand(new Document(rename).append("dropTarget", uuid("documents")));

        assertThat(documents.find()).containsExactly(new Document("_id", "new"));
    }

    private UUID uuid(String collection) {
        return listed(collection).get("info", Document.class).get("uuid", UUID.class);
    }

    private Document listed(String collection) {
        return Objects.requireNonNull(database.listCollections()
                .filter(Filters.eq("name", collection))
                .first());
    }

    @Test
    void viewIsSwitched() {
        fresh().insertOne(new Document("_id", 1));
        database.getCollection("other").insertOne(new Document("_id", 2));
        database.createView("view", "documents", List.of());

        database.runCommand(
                new Document("collMod", "view").append("viewOn", "other").append("pipeline", List.of()));

        assertThat(database.getCollection("view").find()).containsExactly(new Document("_id", 2));
        database.getCollection("view").drop();
        database.getCollection("other").drop();
    }

    @Test
    void clusteredCollectionsHaveTheirKey() {
        assumeTrue(facts.hasClusteredCollections(), "clustered collections exist from 5.3 on");
        database.runCommand(Document.parse("{create: 'clustered', clusteredIndex: {key: {_id: 1}, unique: true}}"));

        assertThat(listed("clustered").get("options", Document.class)).containsKey("clusteredIndex");
        database.getCollection("clustered").drop();
    }

    /** Before 9.0 without a collation. */
    @Test
    void indexOfSimpleCollationIsListedAsSimpleOrWithout() {
        documents.drop();
        database.createCollection(
                "documents",
                new CreateCollectionOptions()
                        .collation(Collation.builder().locale("de").build()));
        documents.createIndex(
                Indexes.ascending("a"),
                new IndexOptions()
                        .collation(Collation.builder().locale("simple").build()));
        documents.createIndex(Indexes.ascending("day"), new IndexOptions().expireAfter(3600L, TimeUnit.SECONDS));

        assertThat(documents.listIndexes())
                .hasSize(3)
                .anySatisfy(index -> {
                    assertThat(index.get("key")).isEqualTo(new Document("a", 1));
                    assertThat(index.get("collation", new Document("locale", "simple"))
                                    .getString("locale"))
                            .isEqualTo("simple");
                })
                .anySatisfy(index -> assertThat(index.get("expireAfterSeconds", Number.class))
                        .satisfies(seconds -> assertThat(seconds)
                                .isNotNull()
                                .extracting(Number::longValue)
                                .isEqualTo(3600L)));
    }

    /** The driver sends the command again, as after a change of the primary. */
    @Test
    void failPointsFailCommandsOfACollection() {
        fresh();
        long failures = FailPoint.on("insert")
                .errorCode(10107)
                .namespace(documents.getNamespace().getFullName())
                .times(1)
                .during(client, () -> {
                    if (facts.kind() == ServerKind.STANDALONE) {
                        assertThatThrownBy(() -> documents.insertOne(new Document("_id", 1)))
                                .isInstanceOf(MongoException.class);
                    } else {
                        documents.insertOne(new Document("_id", 1));
                    }
                });

        assertThat(failures).isPositive();
    }
}
