package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.compare.limit.BareSender.Commands;
import dev.mongohaul.compare.limit.PreparedStatements.Before;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.WriteContent;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BareSenderIT {

    private static final String CHANGES =
            "write: {operation: {column: op, values: {I: insert, U: update, R: replace," + " D: delete}}}";

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("bare"));
    private final ComparisonProgress progress = new ComparisonProgress(line -> {});
    private final MongoConnection connection =
            MongoConnection.open(MongoAddress.parse(TestServer.uri(), "the test server"));
    private final ServerUnderTest server = new ServerUnderTest(connection);
    private final BareSender sender = new BareSender(server.primary(), progress);

    @TempDir
    private Path folder;

    @AfterEach
    void dropDatabase() {
        database.drop();
        connection.close();
    }

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 7", "4, 100"})
    void serverStoresTheDocumentsOfTheJob(int connections, int chunkSize) throws IOException {
        WriteContent content = content(numbers(250), "fields: {n: int32}", "target: {collection: c, id: [n]}");
        List<RawBsonDocument> expected = documents(content);

        assertThat(send(content, connections, chunkSize, 0)).isPositive();

        assertThat(stored()).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @CsvSource({"replace, 1, 1000", "replace, 2, 7", "update, 4, 100"})
    void documentsBeforeAreChanged(String operation, int connections, int chunkSize) throws IOException {
        WriteContent content = content(
                numbers(250),
                "fields: {n: int32, text: {to: a.b}}",
                "target: {collection: c, id: [n]}",
                "write: {operation: " + operation + ", upsert: true}");
        List<RawBsonDocument> expected = documents(content);

        try (PreparedStatements statements = statements(content, chunkSize, 20)) {
            load(content, statements);
            assertThat(statements.found()).isEqualTo(200);
            assertThat(statements.changed()).isEqualTo(20);
            assertThat(database.getCollection("c").countDocuments()).isEqualTo(200);
            assertThat(statements.changedFields())
                    .singleElement()
                    .satisfies(field -> assertThat(database.getCollection("c")
                                    .countDocuments(Filters.eq(field, PreparedStatements.OTHER_VALUE)))
                            .isEqualTo(20));

            send(content, statements, connections, chunkSize);
        }

        assertThat(stored()).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "'', 3", "'', 10", "', ordered: true', 10"})
    void operationsOnOneKeyKeepTheirOrder(String ordered, int chunkSize) throws IOException {
        WriteContent content = content(
                "n,op,text\n1,I,a\n2,U,b\n1,U,c\n3,D,d\n4,R,e\n3,I,f\n5,I,g\n5,D,g\n2,U,h\n6,D,i\n",
                "fields: {n: int32}",
                "target: {collection: c, id: [n]}",
                CHANGES.replace("}}}", "}}" + ordered + "}"));

        try (PreparedStatements statements = statements(content, chunkSize, 0)) {
            load(content, statements);
            send(content, statements, 1, chunkSize);

            assertThat(statements.repeatKeys()).isTrue();
            assertThat(statements.found()).isEqualTo(4);
            assertThat(statements.expected()).isEqualTo(4);
        }
        assertThat(stored())
                .containsExactly(
                        raw("{_id: 1, n: 1, text: 'c'}"),
                        raw("{_id: 2, n: 2, text: 'h'}"),
                        raw("{_id: 3, n: 3, text: 'f'}"),
                        raw("{_id: 4, n: 4, text: 'e'}"));
    }

    @Test
    void deletesLeaveNothing() throws IOException {
        WriteContent content =
                content(numbers(20), "target: {collection: c, id: [n]}", "write: {operation: delete, match: [text]}");

        try (PreparedStatements statements = statements(content, 7, 0)) {
            load(content, statements);
            assertThat(database.getCollection("c").countDocuments()).isEqualTo(20);
            send(content, statements, 2, 7);

            assertThat(statements.expected()).isZero();
        }
        assertThat(stored()).isEmpty();
    }

    @Test
    void refusedDocumentHasTheServersMessage() {
        WriteContent content = content("n\n1\n2\n1\n", "target: {collection: c, id: [n]}");

        assertThatThrownBy(() -> send(content, 1, 10, 0))
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("the server does not accept all documents")
                .hasMessageContaining("E11000 duplicate key error");
    }

    @Test
    void commandIsThatOfTheWriter() throws IOException {
        Commands commands = commands(content("n\n1\n", "fields: {n: int32}", "write: {write-concern: journaled}"));
        BsonDocument insert = commands.heads().get(WriteOperation.INSERT);

        assertThat(insert).containsKeys("insert", "ordered", "writeConcern", "$db", "lsid");
        assertThat(insert).doesNotContainKeys("documents", "txnNumber");
        assertThat(insert.getDocument("writeConcern")).isEqualTo(BsonDocument.parse("{j: true}"));
        assertThat(commands.commit()).isNull();
    }

    @Test
    void changesAreATransactionAsOfTheWriter() throws IOException {
        Commands commands = commands(content(
                "n,op\n1,U\n2,D\n",
                "target: {collection: c, id: [n]}",
                CHANGES.replace("}}}", "}}, write-concern: w1}")));

        assertThat(commands.heads()).containsOnlyKeys(WriteOperation.UPDATE, WriteOperation.DELETE);
        assertThat(commands.heads().values())
                .allSatisfy(head -> assertThat(head)
                        .containsKeys("ordered", "txnNumber", "startTransaction", "autocommit", "lsid")
                        .doesNotContainKeys("updates", "deletes", "writeConcern"));
        assertThat(commands.commit()).containsKeys("commitTransaction", "txnNumber", "lsid");
        assertThat(commands.commit().getDocument("writeConcern")).isEqualTo(BsonDocument.parse("{w: 1}"));
    }

    @Test
    void cancellationStopsBetweenMessages() {
        WriteContent content = content(numbers(10));

        assertThatThrownBy(() -> {
                    try (PreparedStatements statements = statements(content, 1, 0)) {
                        Commands commands = observe(content, statements);
                        progress.cancel();
                        sender.send(database.getName(), 2, statements.chunks(1), commands);
                    }
                })
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("was cancelled before");
    }

    private double send(WriteContent content, int connections, int chunkSize, double added) throws IOException {
        try (PreparedStatements statements = statements(content, chunkSize, added)) {
            return send(content, statements, connections, chunkSize);
        }
    }

    private double send(WriteContent content, PreparedStatements statements, int connections, int chunkSize) {
        return sender.send(database.getName(), connections, statements.chunks(chunkSize), observe(content, statements))
                .seconds();
    }

    private void load(WriteContent content, PreparedStatements statements) {
        server.create(new MongoNamespace(database.getName(), "c"), content.indexesBefore());
        sender.send(database.getName(), 2, statements.before(), Commands.ofInserts(content.settings()));
    }

    private Commands commands(WriteContent content) throws IOException {
        try (PreparedStatements statements = statements(content, 1, 0)) {
            return observe(content, statements);
        }
    }

    private Commands observe(WriteContent content, PreparedStatements statements) {
        String trial = database.getName() + "-trial";
        try {
            return Commands.observe(connection, trial, content.settings(), statements.samples());
        } finally {
            server.drop(trial);
        }
    }

    /** @param added percentage of the upserted documents that do not exist before; a tenth of the others differs */
    private PreparedStatements statements(WriteContent content, int chunkSize, double added) throws IOException {
        return new PreparedStatements(folder, content, List.of(chunkSize), new Before(10, added), progress);
    }

    private static List<RawBsonDocument> documents(WriteContent content) throws IOException {
        List<RawBsonDocument> documents = new ArrayList<>();
        content.each((operation, document) -> documents.add(document));
        return documents;
    }

    private List<RawBsonDocument> stored() {
        return database.getCollection("c", RawBsonDocument.class)
                .find()
                .sort(Sorts.ascending("_id"))
                .into(new ArrayList<>());
    }

    private static RawBsonDocument raw(String json) {
        return RawBsonDocument.parse(json);
    }

    private WriteContent content(String input, String... settings) {
        return WriteContent.of(TestJob.in(folder, "c", settings).input(input).prepare());
    }

    private static String numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> n + ",text " + n + "\n")
                .collect(Collectors.joining("", "n,text\n", ""));
    }
}
