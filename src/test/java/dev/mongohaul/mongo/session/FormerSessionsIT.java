package dev.mongohaul.mongo.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.bson.BsonInt64;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of a process that may not write any more. */
class FormerSessionsIT {

    private static final int TRANSACTION_TOO_OLD = 225;
    private static final String DATABASE = TestServer.database("sessions");

    private static MongoConnection server;
    private static MongoCollection<Document> documents;

    @BeforeAll
    static void connect() {
        MongoAddress address = MongoAddress.parse(TestServer.uri(), "test");
        server = MongoConnection.open(address);
        MongoDatabase database = server.client().getDatabase(DATABASE);
        documents = database.getCollection("documents");
        documents.insertOne(new Document("_id", 1));
    }

    @AfterAll
    static void close() {
        server.client().getDatabase(DATABASE).drop();
        server.close();
    }

    private static FormerSessions sessions(boolean repository) {
        return repository
                ? FormerSessions.withRepository(server, DATABASE)
                : FormerSessions.on(server, new MongoNamespace(DATABASE, "documents"));
    }

    private static WriteSession begin(SessionOwner owner) {
        return new WriteSessions(server.client(), ServerKind.REPLICA_SET, WriteConcern.MAJORITY, owner).begin();
    }

    private static boolean insert(WriteSession session, int id) {
        return documents.insertOne(session.client(), new Document("_id", id)).wasAcknowledged();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void transactionOfAnEndedSessionIsRefused(boolean repository) {
        WriteSession session = begin(SessionOwner.ALONE);
        session.client().startTransaction();
        insert(session, 2);

        sessions(repository).end(List.of(session.id()), RetryBudget.NONE);

        assertThatThrownBy(() -> session.client().commitTransaction())
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(TRANSACTION_TOO_OLD));
        assertThat(documents.countDocuments()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void laterTransactionIsRefusedToo(boolean repository) {
        WriteSession session = begin(SessionOwner.ALONE);
        sessions(repository).end(List.of(session.id()), RetryBudget.NONE);
        sessions(repository).end(List.of(session.id()), RetryBudget.NONE);

        session.client().startTransaction();

        assertThatThrownBy(() -> insert(session, 3)).hasMessageContaining("TransactionTooOld");
        assertThat(documents.countDocuments()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void retryableWriteIsRefused(boolean repository) {
        WriteSession session = begin(SessionOwner.ALONE);
        sessions(repository).end(List.of(session.id()), RetryBudget.NONE);

        assertThatThrownBy(() -> insert(session, 4)).hasMessageContaining("TransactionTooOld");
        assertThat(documents.countDocuments()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void processThatLostItsRightIsToldSo(boolean repository) {
        List<UUID> begun = new ArrayList<>();
        WriteSession session = begin(new SessionOwner() {
            @Override
            public void check() {}

            @Override
            public void confirm() {
                throw new IllegalStateException("taken over");
            }

            @Override
            public void begins(UUID id) {
                begun.add(id);
            }

            @Override
            public void refusesBelow(Map<UUID, Long> numbers) {}

            @Override
            public void ends(Collection<UUID> sessions) {}
        });
        sessions(repository).end(begun, RetryBudget.NONE);

        assertThatThrownBy(() -> session.write(() -> insert(session, 5))).hasMessage("taken over");
        assertThat(documents.countDocuments()).isEqualTo(1);
    }

    /** The blocks that were not confirmed are sent again in any session, while the network still holds a command of this one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void commandBeforeTheConfirmedEndIsRefused(boolean repository) {
        SessionOwner owner = SessionOwner.confirming(
                () -> {},
                session -> {},
                numbers -> sessions(repository).refuseBelow(numbers, RetryBudget.NONE),
                ended -> {});
        WriteSessions sessions =
                new WriteSessions(server.client(), ServerKind.REPLICA_SET, WriteConcern.MAJORITY, owner);
        WriteSession session = sessions.begin();
        BsonInt64 late = Objects.requireNonNull(session.nextNumber());
        assertThatThrownBy(() -> session.insert(() -> {
                    throw new MongoSocketReadTimeoutException("no answer", new ServerAddress(), new IOException());
                }))
                .isInstanceOf(MongoSocketReadTimeoutException.class);

        sessions.endUnconfirmed();

        Document insert = new Document("insert", "documents")
                .append("documents", List.of(new Document("_id", 7)))
                .append("txnNumber", late);
        assertThatThrownBy(() -> server.client().getDatabase(DATABASE).runCommand(session.client(), insert))
                .hasMessageContaining("TransactionTooOld");
        assertThat(session.insert(() -> insert(session, 7))).isTrue();
        documents.deleteOne(new Document("_id", 7));
    }

    /** Rejects of several partitions would hinder each other for minutes in transactions. */
    @Test
    void sessionWithoutTransactionsIsRefusedToo() {
        WriteSession session = WriteSessions.withoutTransactions(
                        server.client(), ServerKind.REPLICA_SET, SessionOwner.ALONE)
                .begin();
        boolean inTransaction = session.write(() -> insert(session, 6) && session.inTransaction());
        assertThat(inTransaction).isFalse();
        documents.deleteOne(new Document("_id", 6));

        sessions(true).end(List.of(session.id()), RetryBudget.NONE);

        assertThatThrownBy(() -> session.write(() -> insert(session, 6))).hasMessageContaining("TransactionTooOld");
        assertThat(documents.countDocuments()).isEqualTo(1);
    }
}
